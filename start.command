#!/bin/sh
# macOS: a double click starts Huapai with the club's own data. The window stays open at an error.
cd "$(dirname "$0")" || exit 1
python3 manage.py serve "$@" && exit 0
printf '\n⏎ '
read -r _
exit 1
