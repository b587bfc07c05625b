# One image for the web server and for the worker; compose.yaml says which is which.
FROM python:3.13.9-slim

# An index of your own: docker compose build --build-arg PIP_INDEX_URL=…
ARG PIP_INDEX_URL
ENV PYTHONUNBUFFERED=1 NO_BOOTSTRAP=1 HUAPAI_DATA=/data DJANGO_SETTINGS_MODULE=config.settings

WORKDIR /app
COPY requirements/base.txt requirements/serif.txt requirements/
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes --no-deps \
    --only-binary :all: --requirement requirements/base.txt --requirement requirements/serif.txt

COPY manage.py ./
COPY clubs clubs
COPY config config
COPY locale locale
COPY referee referee
COPY scoring scoring
COPY templates templates
COPY tournaments tournaments
COPY web web
RUN python -m compileall -q . \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin huapai \
    && install -d -o huapai -g huapai /data

# By its number: who checks that nothing runs as root cannot look names up.
USER 10001:10001
VOLUME /data
EXPOSE 8000
# The first start makes the tables.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=5)"]
# Alone, without compose.yaml: the embedded installation, its database in /data.
CMD ["python", "manage.py", "serve"]
