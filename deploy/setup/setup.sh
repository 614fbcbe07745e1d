#!/bin/sh
# Makes sure that this machine has what the platform needs, and does nothing when it has.
#   setup.sh page     the JavaScript packages
#   setup.sh generate those, and what writes generated code
#   setup.sh run      what make run needs
#   setup.sh test     that, and what the tests need
#   setup.sh restore  what make run needs, and the drill of backup and restore
#   setup.sh peers    what make run needs, and the comparison with other servers
#   setup.sh cdn      what make run needs, and a Varnish
#   setup.sh webkit   what make run needs, and WebKit
set -eu
cd "$(dirname "$0")/../.."

die() {
	echo "setup: $1" >&2
	exit 1
}

# at_least NAME MINIMUM FOUND: compares dotted versions.
at_least() {
	lowest=$(printf '%s\n%s\n' "$2" "$3" | sort -V | head -n 1)
	[ "$lowest" = "$2" ] || die "$1 $2 or newer is needed, this is $3. $4"
}

check_toolchains() {
	go_help="See https://go.dev/dl/."
	node_help="See https://nodejs.org/en/download."
	command -v go >/dev/null || die "Go is not installed. $go_help"
	command -v node >/dev/null || die "Node is not installed. $node_help"
	command -v npm >/dev/null || die "npm is not installed; it comes with Node. $node_help"
	at_least Go "$(sed -n 's/^go //p' go.mod)" "$(GOTOOLCHAIN=local go version | sed 's/.* go\([0-9.]*\).*/\1/')" "$go_help"
	at_least Node "$(sed -n 's/.*"node": ">=\(.*\)".*/\1/p' frontend/package.json)" "$(node --version | tr -d v)" "$node_help"
}

# packages SECTIONS: the names under the given headings of the list.
packages() {
	awk -v wanted="$1" '/^#/ || /^$/ { next } /^\[/ { on = index(wanted, $0); next } on' deploy/packages.txt
}

missing_packages() {
	for name in $(packages "$1"); do
		[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name"
	done
}

# find_root sets as_root to what makes a command root's; false when nothing does without a password.
find_root() {
	as_root=
	[ "$(id -u)" = 0 ] && return
	as_root=sudo
	sudo --non-interactive true 2>/dev/null
}

install_packages() {
	if ! command -v dpkg-query >/dev/null; then
		echo "setup: this is no Debian; please see to these yourself:" $(packages "$1")
		did_something=yes
		return
	fi
	missing=$(missing_packages "$1" | tr '\n' ' ')
	[ -n "$missing" ] || return 0
	find_root || die "please type: sudo deploy/setup/apt.sh $missing"
	echo "setup: installing $missing"
	$as_root deploy/setup/apt.sh $missing || {
		unknown=$(for name in $missing; do apt-cache show "$name" >/dev/null 2>&1 || printf ' %s' "$name"; done)
		die "packages could not be installed${unknown:+; this machine's archive does not know$unknown}. Debian 12 is what this is tested on."
	}
	did_something=yes
}

# misses_modules FOLDER: npm leaves its own copy of the lockfile when it is done, which is older than one that changed since.
misses_modules() {
	done_for=$1/node_modules/.package-lock.json
	[ -e "$1/package-lock.json" ] && { [ ! -e "$done_for" ] || [ "$1/package-lock.json" -nt "$done_for" ]; }
}

install_modules() {
	if misses_modules "$1"; then
		echo "setup: installing the JavaScript packages of $1"
		npm ci --prefix "$1" --no-audit --no-fund --no-update-notifier --loglevel=error
		touch "$done_for"
		did_something=yes
	fi
}

# install_python FOLDER LIST: a virtual environment with the packages of the list, which are all pinned. Debian's own Python comes first:
# its venv module is in the list of Debian's packages.
install_python() {
	if cmp -s "$2" "$1/installed.txt"; then
		return
	fi
	python=/usr/bin/python3
	[ -x $python ] || python=$(command -v python3) || die "Python 3.10 or newer is needed, with its venv module."
	at_least Python 3.10 "$($python -c 'import platform; print(platform.python_version())')" "See https://www.python.org/downloads/."
	echo "setup: installing the Python packages of $2"
	rm -rf "$1"
	$python -m venv "$1"
	"$1/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$2"
	cp "$2" "$1/installed.txt"
	did_something=yes
}

# install_all SECTIONS: packages of Debian, of Python (which needs some of those) and of JavaScript. On a fresh machine Debian's take a minute
# or two in which a core has little to do: JavaScript's are installed, and bin/local is compiled, meanwhile.
install_all() {
	missing=
	if command -v dpkg-query >/dev/null && find_root; then
		missing=$(missing_packages "$1")
	else
		install_packages "$1" # or says at once who has to
	fi
	if [ -z "$missing" ] && ! misses_modules frontend; then
		install_tools "$1"
		return
	fi
	install_modules frontend &
	modules=$!
	make --no-print-directory bin/local &
	compiled=$!
	trap wait EXIT # also when a package fails: the next run would meet them at work
	[ -z "$missing" ] || install_packages "$1"
	install_tools "$1"
	wait $modules
	wait $compiled || true # make tries again, and shows why it failed
	did_something=yes
}

# install_tools SECTIONS: what the tests take from Python.
install_tools() {
	case $1 in
	*"[test]"*) install_python .local/python tools/fuzz/requirements.txt ;;
	esac
}

did_something=
check_toolchains
case ${1:-test} in
page) install_modules frontend ;;
generate)
	install_modules frontend
	install_modules tools
	;;
run) install_all "[run]" ;;
restore) install_all "[run][restore]" ;;
peers) install_all "[run][peers]" ;;
cdn) install_all "[run][cdn]" ;;
webkit) install_all "[run][webkit]" ;;
test) install_all "[run][test]" ;;
*) die "usage: setup.sh page|generate|run|test|restore|peers|cdn|webkit" ;;
esac
if [ -n "$did_something" ]; then
	echo "setup: done"
else
	echo "setup: nothing is missing"
fi
