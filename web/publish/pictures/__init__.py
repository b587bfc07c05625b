"""Pictures for chats: what is given in words becomes a PNG. What they say is made in `sharing`."""
