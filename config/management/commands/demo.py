"""`demo`: the program with a small tournament in progress."""

from config.management.commands import serve


class Command(serve.Command):
    """Like `serve`, with data of its own making."""

    help = "Show the program with a small tournament in progress, until Ctrl-C."
    name = "demo"
