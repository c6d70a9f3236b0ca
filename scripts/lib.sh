# Shared by the scripts in this folder: set-up steps, virtual display, running a program until it ends.
# Source it; it defines functions and `root` and runs nothing.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

# What is said here goes to standard error: standard output belongs to the program that is started.
say() { printf 'fugue: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Alternatives are separated by |: newer Debian releases renamed some libraries.
run_packages=(
  'libgtk-3-0|libgtk-3-0t64' libnss3 libgbm1 'libasound2|libasound2t64' libnotify4 xvfb xauth dbus dbus-daemon
  fonts-dejavu-core fonts-noto-color-emoji curl tmux
)
test_packages=(desktop-file-utils htop 'vim-tiny|vim' openbox python3 dunst xfce4-panel xdotool netcat-openbsd)

# Prints which of the packages (arguments) are missing, one a line, alternatives unresolved.
missing_packages() {
  local installed wanted name found
  local -a names
  IFS=' ' read -r -a names <<<"$(printf '%s ' "$@" | tr '|' ' ')"
  installed=" $(dpkg-query -W -f='${Package}:${db:Status-Status} ' "${names[@]}" 2>/dev/null)"
  for wanted in "$@"; do
    found=
    for name in ${wanted//|/ }; do
      [[ $installed == *" $name:installed "* ]] && found=yes
    done
    [[ $found ]] || printf '%s\n' "$wanted"
  done
}

setup_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Asking once is enough: the program itself says what it cannot load.
    if ! command -v Xvfb >/dev/null || ! command -v tmux >/dev/null; then
      say "this is not Debian: install what these Debian packages hold by hand: $*"
    fi
    return 0
  fi
  local -a missing chosen=() as_root=()
  local wanted name choice
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  say "installing system packages: ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "these packages are missing and there is no sudo: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -qq >&2 || say 'apt-get update failed; going on with the lists that are there'
  for wanted in "${missing[@]}"; do
    choice="${wanted%%|*}"
    for name in ${wanted//|/ }; do
      # A renamed library stays known as a virtual package without a version: take one that can be installed.
      if apt-cache policy "$name" 2>/dev/null | grep -q 'Candidate: [^(]'; then choice="$name"; break; fi
    done
    chosen+=("$choice")
  done
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${chosen[@]}" \
    >&2 </dev/null || fail "apt-get could not install ${chosen[*]}"
}

setup_node_modules() {
  command -v node >/dev/null && command -v npm >/dev/null || fail 'Node 20 or newer and npm are needed'
  local stamp="$root/node_modules/.fugue-lock" hash
  hash="$(sha256sum <"$root/package-lock.json")"
  [[ -f $stamp && $(<"$stamp") == "$hash" ]] && return 0
  if ! node "$root/scripts/node-modules-match.mjs"; then
    say 'installing npm packages'
    (cd "$root" && npm ci --no-audit --no-fund --no-update-notifier --loglevel=error </dev/null >&2) || fail 'npm ci failed'
  fi
  printf '%s\n' "$hash" >"$stamp"
}

source_hash() {
  (cd "$root" && find electron renderer shared scripts/build.mjs scripts/targets.mjs package.json package-lock.json \
    -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

setup_build() {
  local stamp="$root/dist/.stamp" hash
  hash="$(source_hash)"
  [[ -f $stamp && $(<"$stamp") == "$hash" ]] && return 0
  say 'building'
  rm -f "$stamp"
  (cd "$root" && node scripts/build.mjs </dev/null >&2) || { say 'the build failed'; return 1; }
  printf '%s\n' "$hash" >"$stamp"
}

# Sets electron_dist and exports FUGUE_ELECTRON_FALLBACK, which makes the app show what it runs on.
setup_electron() {
  electron_dist="$(node "$root/scripts/ensure-electron.mjs")" || return 1
  if [[ ! ${ELECTRON_OVERRIDE_DIST_PATH:-} && $electron_dist == */fallback-* ]]; then
    FUGUE_ELECTRON_FALLBACK="$(<"$electron_dist/version")"
    export FUGUE_ELECTRON_FALLBACK
  fi
}

# Runs a set-up step while no other checkout script does: two `npm ci` in one folder destroy each other's work.
locked() {
  mkdir -p "$root/.cache"
  if command -v flock >/dev/null; then
    ( flock 9 || exit 1; "$@" 9>&- ) 9>"$root/.cache/setup.lock"
  else
    "$@"
  fi
}

# Ends with this shell, even when it is killed.
tied=()
command -v setpriv >/dev/null && tied=(setpriv --pdeathsig TERM)

helper_pids=()
scratch=

end_helpers() {
  local pid
  for pid in "${helper_pids[@]}"; do kill "$pid" 2>/dev/null; done
  for pid in "${helper_pids[@]}"; do wait "$pid" 2>/dev/null; done
  helper_pids=()
  [[ $scratch ]] && rm -rf "$scratch"
  scratch=
}

# Starts a helper that writes one line to descriptor 5 when it is ready; sets `answer` to that line. Helpers get
# process groups of their own, so that Ctrl-C in the terminal does not end them before the app has quit.
start_helper() {
  local pipe="$scratch/ready.$RANDOM"
  mkfifo "$pipe"
  set -m
  "${tied[@]}" "$@" 5>"$pipe" >"$scratch/helper.log" 2>&1 </dev/null &
  helper_pids+=("$!")
  set +m
  answer=
  # Opened for reading and writing: a helper that dies before it opens its end must not block us.
  read -r -t 20 answer <>"$pipe" || true
  rm -f "$pipe"
  [[ $answer ]] || { say "$1 did not start: $(tail -n 3 "$scratch/helper.log")"; return 1; }
}

# The bus starts nothing by itself: what is installed here must not answer the app, or draw over it.
private_bus='<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>'

# An X server and a D-Bus session that nobody else uses. `end_helpers` ends both.
start_virtual_desktop() {
  local cookie='' place
  local -a authority=()
  [[ $scratch ]] || scratch="$(mktemp -d "${TMPDIR:-/tmp}/fugue-desktop.XXXXXX")"
  place="$(mktemp -d "$scratch/desktop.XXXXXX")"
  if command -v xauth >/dev/null && command -v mcookie >/dev/null; then
    cookie="$(mcookie)"
    xauth -q -f "$place/server-authority" add :0 . "$cookie" 2>/dev/null
    authority=(-auth "$place/server-authority")
  fi
  start_helper Xvfb -displayfd 5 -screen 0 1600x1000x24 -nolisten tcp -noreset "${authority[@]}" || return 1
  export DISPLAY=":$answer"
  unset WAYLAND_DISPLAY XAUTHORITY
  if [[ $cookie ]]; then
    xauth -q -f "$place/authority" add "$DISPLAY" . "$cookie" 2>/dev/null
    export XAUTHORITY="$place/authority"
  fi
  printf '%s\n' "$private_bus" >"$place/bus.conf"
  start_helper dbus-daemon --config-file="$place/bus.conf" --nofork --nopidfile --print-address=5 || return 1
  export DBUS_SESSION_BUS_ADDRESS="$answer"
}

# Gives windows of the virtual desktop the keyboard as a real one does, where a window manager is installed.
start_window_manager() {
  command -v openbox >/dev/null || return 0
  set -m
  "${tied[@]}" openbox --sm-disable >/dev/null 2>&1 &
  helper_pids+=("$!")
  set +m
}

# Runs a program, passes signals on to it alone (a signal to the whole group makes Electron's helpers die before
# the app can quit) and returns its exit code.
run_until_end() {
  local child code interrupted
  set -m
  "$@" <&0 &
  child=$!
  set +m
  trap 'interrupted=yes; kill -TERM "$child" 2>/dev/null' TERM
  trap 'interrupted=yes; kill -INT "$child" 2>/dev/null' INT
  trap 'interrupted=yes; kill -HUP "$child" 2>/dev/null' HUP
  while :; do
    interrupted=
    wait "$child"
    code=$?
    [[ $interrupted ]] || break
  done
  trap - TERM INT HUP
  return "$code"
}
