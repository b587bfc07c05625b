"""Pictures for chats: texts become a PNG. Their content is made in `sharing`."""
