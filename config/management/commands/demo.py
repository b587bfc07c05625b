"""`demo`: the program with a small tournament in progress."""

from config.management.commands import serve


class Command(serve.Command):
    """As `serve`, with data of its own that it makes itself."""

    help = "Show the program with a small tournament in progress, until Ctrl-C."
    name = "demo"
