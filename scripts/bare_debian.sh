#!/usr/bin/env bash
# Tries this checkout on a bare Debian: a root with Python alone, made by mmdebstrap or debootstrap.
#
#   scripts/bare_debian.sh [options]         as root, on a Debian or Ubuntu
#
#   --demo --test --ci --image --wheel   what to run there (default: --demo and --test); --image does
#                        the steps of the Dockerfile with the Python of this Debian, and asks its
#                        health; --wheel builds the package, and starts the demo from it by one line
#                        of uvx and of pipx: with an empty cache, with a filled one, and as it lies
#   --user               as an ordinary user, not as root
#   --no-venv            without python3-venv: the line that manage.py prints is typed then
#   --suite NAME         the release (default: bookworm)
#   --base FILE          keep the bare root in this archive, or take it from there
#   --keep               leave the root where it is, and say where
#
# Packages come from where this machine takes them: its mirrors of Debian, its settings of pip and
# uv, its certificates and its proxy are passed on.
set -euo pipefail
cd "$(dirname "$0")/.."

runs=() who=root venv=yes suite=bookworm base='' keep=no
while (($#)); do
  case $1 in
    --demo | --test | --ci | --image | --wheel) runs+=("${1#--}") ;;
    --user) who=player ;;
    --no-venv) venv=no ;;
    --suite) suite=$2 && shift ;;
    --base) base=$2 && shift ;;
    --keep) keep=yes ;;
    *) sed -n '2,18s/^# \{0,1\}//p' "$0" && exit 2 ;;
  esac
  shift
done
((${#runs[@]})) || runs=(demo test)
[ "$(id -u)" = 0 ] || { echo "a root is made and entered by root alone" >&2 && exit 2; }

root=$(mktemp -d "${TMPDIR:-/var/tmp}/bare-debian.XXXXXX")
chmod 755 "$root"
mounted=()

leave() {
  local place
  for place in "${mounted[@]}"; do umount -l "$place"; done
  if [ "$keep" = yes ]; then echo "kept: $root"; else rm -rf --one-file-system "$root"; fi
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say() { printf '\n%s\n' "$*"; }

mirrors() { # this machine's sources of Debian, turned to the wanted release
  local here
  here=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) main' 'Origin: Debian' 2>/dev/null |
    sort -u | sed "s/\b$here\b/$suite/g"
}

make_root() {
  local archive=${base:-$root.tar} sources
  sources=$(mirrors)
  if [ ! -e "$archive" ] && command -v mmdebstrap >/dev/null; then
    mmdebstrap --quiet --variant=minbase --include=python3,ca-certificates \
      "$suite" "$archive" ${sources:+"$sources"}
  elif [ ! -e "$archive" ]; then
    # shellcheck disable=SC2046 # without a source of our own, none is named
    debootstrap --variant=minbase --include=python3,ca-certificates "$suite" "$root" \
      $(grep -m 1 " $suite main$" <<<"$sources" | cut -d ' ' -f 2)
    tar -C "$root" --one-file-system -cf "$archive" .
    find "$root" -mindepth 1 -delete
  fi
  tar -C "$root" --numeric-owner -xf "$archive"
  [ -n "$base" ] || rm -f "$archive"
}

mount_in() { # what a machine has and a folder has not; where it is not allowed, it does without
  if mount "${@:1:$#-1}" "$root/${*: -1}" 2>/dev/null; then
    mounted=("$root/${*: -1}" "${mounted[@]}")
  fi
}

furnish() {
  mount_in -t proc proc proc
  mount_in --rbind /dev dev
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$root/etc/"; fi
  apt-config dump Acquire::http::Proxy Acquire::https::Proxy >"$root/etc/apt/apt.conf.d/90proxy"
  chroot "$root" useradd --create-home player
  for home in root home/player; do settings_for "$root/$home"; done
  chroot "$root" chown -R player: /home/player
}

settings_for() { # home: the person's settings of pip and uv
  local name
  mkdir -p "$1/.config"
  for name in pip uv; do
    if [ -d "${HOME:-/root}/.config/$name" ]; then
      cp -r "${HOME:-/root}/.config/$name" "$1/.config/"
    fi
  done
}

passed_on() { # the variables that say where packages come from
  env -0 | grep -zE '^(PIP_|UV_|SSL_CERT|REQUESTS_CA_BUNDLE=|(https?|all|no)_proxy=|(HTTPS?|ALL|NO)_PROXY=)' || true
}

enter() { # set `entering`: the words that run a command as the chosen person, in the checkout
  local home=/root environ
  [ "$who" = root ] || home=/home/$who
  mapfile -d '' -t environ < <(passed_on)
  # shellcheck disable=SC2016 # the inner shell fills these in
  entering=(
    chroot --userspec="$who" "$root" env -i HOME="$home" LANG=C.UTF-8 "${environ[@]}"
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    sh -c 'cd "$HOME/huapai" && exec "$@"' sh
  )
}

inside() { # command ...
  enter
  "${entering[@]}" "$@"
}

copy_checkout() {
  local home=$root/root
  [ "$who" = root ] || home=$root/home/$who
  rm -rf "$home/huapai" && mkdir "$home/huapai"
  git ls-files -z --cached --others --exclude-standard |
    tar --null --ignore-failed-read -T - -cf - | tar -C "$home/huapai" -xf -
  chroot "$root" chown -R "$who:" "${home#"$root"}/huapai"
}

clocked() { # began: put the seconds since then before every line
  local began=$1 line
  while IFS= read -r line; do
    printf '%6.1f  %s\n' "$(since "$began")" "$line"
  done
}

since() { # began: seconds since then, with one decimal
  local now=${EPOCHREALTIME/[.,]/}
  printf '%d.%d' $(((now - $1) / 1000000)) $(((now - $1) / 100000 % 10))
}

without_venv() { # see that the line is named, and type it
  local line
  say "--- without python3-venv: the line to type ---"
  if inside python3 manage.py version >"$root/refused" 2>&1; then
    echo "it started without python3-venv" && return 1
  fi
  cat "$root/refused"
  line=$(grep -oE 'apt-get .*venv' "$root/refused" | sed 's/sudo //g')
  [ -n "$line" ] || { echo "no line to type was named" && return 1; }
  if inside test -e .venv; then echo "a half-made .venv was left" && return 1; fi
  chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c "$line" >"$root/typed" 2>&1
  echo "typed: $line"
}

run_demo() { # first and second start, each with its first page
  local start
  for start in first second; do
    say "--- demo, $start start, as $who ---"
    demo_once python3 manage.py || return 1
  done
}

demo_once() { # the words that start the program
  local began=${EPOCHREALTIME/[.,]/} output url='' status=0 pid line
  output=$(mktemp -u "$root/demo.XXXXXX") && mkfifo "$output"
  enter
  timeout 300 "${entering[@]}" "$@" demo --port $((20000 + RANDOM % 10000)) >"$output" 2>&1 &
  pid=$!
  while IFS= read -r line; do
    printf '%6.1f  %s\n' "$(since "$began")" "$line"
    case $line in
      ready\ http*)
        url=${line#ready }
        curl --silent --show-error --fail --max-time 20 --noproxy '*' --location \
          --output /dev/null "$url" && status=$? || status=$?
        printf '%6.1f  first page: curl says %d\n' "$(since "$began")" "$status"
        kill -TERM "$pid"
        ;;
    esac
  done <"$output"
  wait "$pid" || true # ended as it was asked to
  [ -n "$url" ] && ((status == 0))
}

run_wheel() { # one line of uvx and of pipx; what they made is taken away before the second start
  local start wheel
  say "--- the package, built with what pip fetches ---"
  chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -q -y install pipx python3-pip >"$root/typed" 2>&1
  inside python3 -m pip wheel --quiet --no-cache-dir --no-deps --wheel-dir dist .
  # shellcheck disable=SC2016 # the inner shell fills these in
  wheel=$(inside sh -c 'cd dist && ls huapai-*.whl')
  # shellcheck disable=SC2016
  inside sh -c 'python3 -m venv "$HOME/uv" && "$HOME/uv/bin/pip" install --quiet uv'
  for start in "nothing in uv's cache" "packages in uv's cache"; do
    say "--- uvx --from dist/$wheel huapai demo: $start, as $who ---"
    # shellcheck disable=SC2016
    inside sh -c 'rm -rf "$HOME/.local/share/huapai"'
    # shellcheck disable=SC2016
    demo_once sh -c 'exec "$HOME/uv/bin/uvx" "$@"' uvx --from "dist/$wheel" huapai || return 1
  done
  for start in "nothing in pip's cache" "packages in pip's cache" 'as pipx keeps it'; do
    say "--- pipx run --spec dist/$wheel huapai demo: $start, as $who ---"
    # shellcheck disable=SC2016
    [[ $start == as* ]] || inside sh -c 'rm -rf "$HOME/.local/pipx" "$HOME/.local/share/pipx" "$HOME/.local/share/huapai"'
    demo_once pipx run --spec "dist/$wheel" huapai || return 1
  done
}

run_test() {
  local began=${EPOCHREALTIME/[.,]/}
  say "--- test, as $who ---"
  inside python3 manage.py test 2>&1 | clocked "$began"
}

run_ci() {
  local began=${EPOCHREALTIME/[.,]/}
  say "--- .ci/run, as $who ---"
  inside env CI=true bash .ci/run 2>&1 | clocked "$began"
}

run_image() { # the Dockerfile's steps as root, its server as its user, its question about its health
  local began=${EPOCHREALTIME/[.,]/} home=/root
  [ "$who" = root ] || home=/home/$who
  say "--- the steps of the Dockerfile ---"
  chroot "$root" sh -c 'apt-get -q -y install python3-pip python3-venv && python3 -m venv /opt/image' >/dev/null 2>&1
  {
    echo 'export PATH=/opt/image/bin:$PATH'
    inside python3 -m scripts.image_steps "$home/huapai"
    echo 'serve & server=$!'
    echo 'for second in $(seq 120); do health 2>/dev/null && break; sleep 1; done'
    echo 'health && echo "healthy as user $(ps -o uid= -p $server 2>/dev/null || stat -c %u /proc/$server)"'
    echo 'kill -TERM $server; wait $server || true'
  } >"$root/image.sh"
  local environ
  mapfile -d '' -t environ < <(passed_on)
  chroot "$root" env -i HOME=/root LANG=C.UTF-8 "${environ[@]}" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh /image.sh 2>&1 | clocked "$began" |
    tee "$root/image.log"
  grep -q 'healthy as user 10001' "$root/image.log"
}

say "--- a bare $suite ---"
make_root
furnish
if [ "$venv" = no ]; then
  copy_checkout
  without_venv
else
  chroot "$root" sh -c 'apt-get -q update && apt-get -q -y install python3-venv' >/dev/null 2>&1
fi
copy_checkout
failed=()
for run in "${runs[@]}"; do
  "run_$run" || failed+=("$run")
done
if ((${#failed[@]})); then
  say "failed on bare $suite as $who: ${failed[*]}"
  exit 1
fi
say "all well on bare $suite as $who: ${runs[*]}"
