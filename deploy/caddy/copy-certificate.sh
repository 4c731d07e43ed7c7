#!/bin/sh
# Copies the certificate and the key of a name from Caddy's store to a folder of smtp-relay, and again whenever Caddy has renewed them:
#
#   copy-certificate.sh <Caddy's data folder> <name> <target>
#
# Caddy's files can be read by Caddy alone, and the store has the keys of all names. The copies, smtp.key and smtp.crt, get the group of
# this process. smtp-relay looks for new ones every 10 s, and keeps what it has while the two do not belong together.
set -eu
store=$1 name=$2 target=$3
umask 027

# One folder for each issuer: the certificate that was written last is the current one.
newest() {
  found=
  for each in "$store"/certificates/*/"$name"/"$name.crt"; do
    if [ -s "$each" ] && [ -s "${each%.crt}.key" ] && { [ -z "$found" ] || [ "$each" -nt "$found" ]; }; then found=$each; fi
  done
  echo "$found"
}

copy() {
  if cmp -s "$1" "$2"; then return; fi
  cat "$1" > "$2.new"
  mv "$2.new" "$2"
  echo "$2 is renewed from $1"
}

said=
while :; do
  certificate=$(newest)
  if [ -n "$certificate" ]; then
    copy "${certificate%.crt}.key" "$target/smtp.key"
    copy "$certificate" "$target/smtp.crt"
  elif [ -z "$said" ]; then
    echo "Caddy has no certificate for $name yet"
    said=yes
  fi
  sleep "${COPY_EVERY_SECONDS:-15}"
done
