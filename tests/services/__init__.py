"""Real services for the tests: PostgreSQL, Valkey, a Celery worker, Chromium.

Each is looked for in the same order: an address in the environment, the package that carries its
binaries (so that every machine tests the same versions), the system. What cannot be had makes its
tests skip with the exact command that would bring it; under REQUIRE_SERVICES=1 it is an error.
"""
