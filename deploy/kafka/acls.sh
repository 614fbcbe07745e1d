#!/bin/sh
# Makes the access control lists of acls.txt, as often as it is run, with Kafka's own program.
#
#   KAFKA_ACLS=/opt/kafka/bin/kafka-acls.sh deploy/kafka/acls.sh --bootstrap-server kafka:9093 --command-config admin.properties
set -eu
here=$(dirname "$0")
grep -v '^#' "$here/acls.txt" | while read -r principal resource pattern name operations; do
  [ -n "$principal" ] || continue
  # shellcheck disable=SC2046 # operations have no spaces
  "${KAFKA_ACLS:-kafka-acls.sh}" "$@" --add --force --allow-principal "User:$principal" \
    $(echo "$operations" | tr ',' '\n' | sed 's/^/--operation /') \
    "--$resource" "$name" --resource-pattern-type "$pattern" </dev/null
done
