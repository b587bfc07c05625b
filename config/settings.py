"""Every setting of the program, in one place; docs/operations.md has the table of variables."""

from __future__ import annotations

import os
import socket
from datetime import timedelta
from pathlib import Path

from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

from config import env, program
from config.storage import build, data_place
from tournaments.system import secret_file

# Read when pypinyin is first imported: phrases, which names do not need, take 40 MB a process.
os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")

# The place and the program

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = env.folder("HUAPAI_DATA", default=data_place.default())
BUILD = build.digest(BASE_DIR)
VERSION = build.VERSION
# The command of this program, and the extras for HTTPS and the mirror, which pages name.
COMMAND = program.command()
LINE_FOR_HTTPS = program.line_for("https")
LINE_FOR_MIRROR = program.line_for("mirror")
DEBUG = env.boolean("DEBUG")
BROKER = env.broker("BROKER_URL")
BEHIND_PROXY = env.boolean("HUAPAI_BEHIND_PROXY")
HTTPS = env.boolean("HUAPAI_HTTPS")
# Set by `serve --https`: the addresses with its own certificate, and without.
SECURE_PORT = env.integer("HUAPAI_SECURE_PORT", 0, least=0, most=65535)
PLAIN_PORT = env.integer("HUAPAI_PLAIN_PORT", 0, least=0, most=65535)
WEB_THREADS = env.integer("HUAPAI_WEB_THREADS", 8, least=1, most=64)
WORKER_THREADS = env.integer("HUAPAI_WORKER_THREADS", 2, least=1, most=64)
# Every thread may hold a connection, and that of a job a second one for its lease. In a web process
# half of the threads exist twice, to read and to write; five more hash, listen and check.
_NEEDED_CONNECTIONS = max(WEB_THREADS + (WEB_THREADS + 1) // 2 + 5, 2 * WORKER_THREADS + 2)

SECRET_KEY = env.secret(
    "SECRET_KEY",
    otherwise=lambda: secret_file.kept(DATA / "secret_key", get_random_secret_key),
)
SETUP_CODE_FILE = DATA / "setup_code"

INSTALLED_APPS = [
    "config",
    "referee",
    "web",
    "tournaments.jobs",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "axes",
    "csp",
]

MIDDLEWARE = [
    "config.serving.middleware.HostMiddleware",
    "config.serving.middleware.OfficialsComeSecurely",
    "tournaments.base.local_time.LocalTimeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "clubs.credentials.sessions.DeviceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "axes.middleware.AxesMiddleware",
    "config.serving.middleware.DiskPages",
    "config.serving.middleware.LongBodies",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["web.templatetags.words"],
        },
    },
]

# The record

DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        default=DATA / "huapai.sqlite3",
        pool=env.integer(
            "HUAPAI_DATABASE_POOL", _NEEDED_CONNECTIONS, least=_NEEDED_CONNECTIONS, most=200
        ),
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "config.storage.cache.ForgetfulCache",
        "LOCATION": BROKER,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if BROKER
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        # The default is 300: the requests of 200 tables would evict each other's counts.
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
}

# A public page may be repeated for this many times as long as it took to build: a busy hall
# costs at most this fraction of one core's time for each page.
LIVE_PAUSE = env.integer("HUAPAI_LIVE_PAUSE", 5, least=0, most=100)
# Whether each web process has another one beside it that builds public pages.
PAGES_APART = env.boolean("HUAPAI_PAGES_APART", default=True)

# Words and time

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", _("Simplified Chinese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = env.time_zone("HUAPAI_TIME_ZONE", "Asia/Shanghai")
FONT_PATH = env.file("FONT_PATH")
USE_TZ = True

# Who may reach it. A laptop's address changes with the hall, so `HostMiddleware`
# admits bare addresses and these names only, and Django is told to let it decide.

_MACHINE = socket.gethostname().lower()
HOST_NAMES = [*env.hosts("ALLOWED_HOSTS"), "localhost", _MACHINE, f"{_MACHINE}.local"]
ALLOWED_HOSTS = ["*"]
# The address of the public pages from everywhere, used in shared links.
PUBLIC_ADDRESS = env.origin("HUAPAI_PUBLIC_ADDRESS")
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "config.serving.error_pages.forged"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
USE_X_FORWARDED_HOST = False
# The address in QR codes for tablets, if the desk is opened on this machine.
HALL_ADDRESSES = "config.serving.addresses.in_the_hall"

SESSION_COOKIE_NAME = "huapai_session"
SESSION_COOKIE_SECURE = HTTPS or SECURE_PORT > 0
CSRF_COOKIE_SECURE = HTTPS or SECURE_PORT > 0
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health(?:/alive)?$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers ignore this header without HTTPS, and warn about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# The preview of a pasted list has a field for each of its lines.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 6000
# With a file, in addition to the typed fields. Forms accept 2 MB and report longer ones themselves;
# slightly longer bodies have to reach them, or that message would never be read.
LONGEST_BODY = 4_000_000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "font-src": ["'self'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    },
}

# Who someone is

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["config.serving.password_hashing.BoundedPBKDF2PasswordHasher"]
_PASSWORDS = "tournaments.wording.passwords."
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": _PASSWORDS + "UnlikeTheAccount"},
    {"NAME": _PASSWORDS + "LongEnough", "OPTIONS": {"min_length": 10}},
    {"NAME": _PASSWORDS + "Uncommon"},
    {"NAME": _PASSWORDS + "NotOnlyDigits"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "login"

# A hall shares one address: only a name and an address together are locked out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_HTTP_RESPONSE_CODE = 429
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_CLIENT_IP_CALLABLE = "web.publish.client_address.client_address"
AXES_WHITELIST_CALLABLE = "clubs.credentials.devices.is_known"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# Static files are served as packed by `prepare`, or from their sources, so that an empty
# checkout serves at once; their address changes with the program, so browsers may keep them.

STATIC_URL = f"/static/{BUILD}/"
PACKED_FILES = DATA / "static" / BUILD
STATIC_ROOT = PACKED_FILES if PACKED_FILES.is_dir() else None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_MAX_AGE = 0 if DEBUG else 365 * 24 * 3600
WHITENOISE_ALLOW_ALL_ORIGINS = False

# What the tablets speak

# A hall may share one address; unchanged answers do not count.
PUBLIC_DATA_RATE = env.integer("HUAPAI_PUBLIC_DATA_RATE", 1200, least=1, most=100_000)
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.ScopedRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "preview": "300/min",
        "write": "300/min",
        "public_data": f"{PUBLIC_DATA_RATE}/min",
    },
    "EXCEPTION_HANDLER": "web.tablet.api.errors.answer",
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Huapai",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "PREPROCESSING_HOOKS": ["web.tablet.api.schema.described"],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
}

# Background work. The broker only signals: each job is a row,
# so a lost message costs seconds and never a job.

_DOORBELL = DATA / "broker"
# Kombu expects a host in every address and warns without one; a folder has none.
CELERY_BROKER_URL = BROKER or "filesystem://localhost"
CELERY_BROKER_TRANSPORT = None if BROKER else "tournaments.jobs.folder_transport:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        # The request that enqueues a job waits while it is signalled: a broker that is down must
        # not
        # hold up a page, and a worker retries by its own rules.
        "max_retries": 0,
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        # By default kombu looks for abandoned messages about every 100 s.
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "visibility_timeout": 60,
    }
    if BROKER
    else {
        "data_folder_in": str(_DOORBELL / "queue"),
        "data_folder_out": str(_DOORBELL / "queue"),
        "control_folder": str(_DOORBELL / "control"),
        "processed_folder": str(_DOORBELL / "done"),
        # Without it kombu moves each message through the system's temporary folder.
        "store_processed": True,
        "polling_interval": 0.05,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "huapai"
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = WORKER_THREADS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
JOB_BELL = "config.celery.signal"
JOB_LEASE_SECONDS = env.integer("HUAPAI_JOB_LEASE", 15, least=1, most=3600)
JOB_SWEEP_SECONDS = env.integer("HUAPAI_JOB_SWEEP", 2, least=1, most=600)

# The local hosts and networks that a webhook may reach; all others are refused.
MESSAGES_TO = env.hosts_and_networks("HUAPAI_MESSAGES_TO")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.serving.log_lines.LogLines",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.level("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        "django.server": {"handlers": [], "level": "NOTSET", "propagate": True},
        # It warns of every moment in which more is asked than there are threads.
        "waitress": {"level": "ERROR"},
    },
}
