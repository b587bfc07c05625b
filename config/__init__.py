"""The wiring: settings, addresses, web server, worker, and the commands of the whole program."""
