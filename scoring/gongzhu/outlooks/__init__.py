"""What a partly recorded deal of 拱猪 can still come to, and tables of it for devices."""
