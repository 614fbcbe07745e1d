#!/bin/sh
# Installs Debian packages as root, without letting Debian start servers of its own on the standard ports: the platform starts its own.
#   apt.sh NAME …
set -eu
export DEBIAN_FRONTEND=noninteractive

policy=/usr/sbin/policy-rc.d             # asked by every package before it starts a service
clusters=/etc/postgresql-common/createcluster.d # asked by PostgreSQL's package before it makes a cluster
ours=$clusters/mcwick.conf
made_policy=

# is_unit NAME: whether this machine has a service of that name.
is_unit() {
	systemctl list-unit-files "$1.service" >/dev/null 2>&1
}

# Services that the machine had before may be in use, and stay as they are.
added=
for name in "$@"; do
	is_unit "$name" || added="$added $name"
done

# The policy holds back the start at install time, and this the one at the next boot.
restore() {
	for name in $added; do
		if is_unit "$name"; then
			systemctl disable --quiet "$name.service" || true
		fi
	done
	[ -z "$made_policy" ] || rm -f "$policy"
	rm -f "$ours"
	rmdir --ignore-fail-on-non-empty "$clusters" 2>/dev/null || true
}
trap restore EXIT
trap 'exit 130' INT TERM

if [ ! -e "$policy" ]; then
	made_policy=yes
	printf '#!/bin/sh\nexit 101\n' >"$policy" # 101: not allowed
	chmod +x "$policy"
fi
mkdir -p "$clusters"
echo "create_main_cluster = false" >"$ours"

install() {
	apt-get -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends "$@"
}
# The package lists of a fresh machine are empty, or old, which the first try tells.
apt-cache show "$@" >/dev/null 2>&1 || apt-get update
install "$@" || { apt-get update && install "$@"; }
