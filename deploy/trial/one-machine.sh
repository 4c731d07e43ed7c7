#!/bin/bash
# Tries docs/one-machine.md from a bare Debian to the first email, on this machine and without the internet:
#
#   sudo deploy/trial/one-machine.sh postrider_1.0.0_amd64.deb
#
# A Debian tree with systemd runs in namespaces of its own. Beside it is an internet: a DNS server (bind9), which serves the zone that
# `postrider setup` writes by RFC 2136, and a mail server for everybody, which evaluates SPF, DKIM and DMARC. Needs root, debootstrap,
# systemd-container, iproute2, Debian's archive for the packages, and a checkout that is installed (`pnpm install`). SUITE (bookworm), FOLDER
# (/var/tmp/postrider-trial) and ANSWERS, a file of answers, may be set; KEEP=1 leaves everything running; AGAIN=1 takes the packages of
# the last run, but for ours.
set -euo pipefail
package=$(realpath "${1:?usage: one-machine.sh <postrider_….deb>}")
here=$(cd "$(dirname "$0")" && pwd)
folder=${FOLDER:-/var/tmp/postrider-trial}
suite=${SUITE:-bookworm}
tree=$folder/machine
logs=$folder/logs
domain=postrider-trial.com
# Addresses that look public, since mail never goes to others; both ends are namespaces without a way out.
machine=45.79.10.10 gateway=45.79.10.1 dns=9.9.9.9 receiver=66.102.1.26
node=$here/../../node_modules/node/bin/node

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
seconds() { echo "$SECONDS"; }
inside() { nsenter --target "$(cat "$folder/leader")" --mount --uts --ipc --net --pid --root --wd=/ -- "$@"; }

finish() {
  [ -n "${KEEP:-}" ] && return
  [ -s "$folder/leader" ] && kill -s RTMIN+4 "$(cat "$folder/leader")" 2>/dev/null && sleep 3
  for file in "$folder"/*.pid; do [ -s "$file" ] && kill "$(cat "$file")" 2>/dev/null; done
  ip netns del trial-machine 2>/dev/null
  ip netns del trial-internet 2>/dev/null
  umount "$tree" 2>/dev/null
  rm -f "$folder"/*.pid "$folder/leader"
  return 0
}
trap finish EXIT

mkdir -p "$logs"
base=$folder/base-$suite
if [ ! -e "$base/.complete" ]; then
  say "A bare Debian ($suite)"
  rm -rf "$base"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,iproute2,ca-certificates,procps "$suite" "$base" > "$logs/debootstrap.log"
  touch "$base/.complete"
fi

# Layers, so that nothing is copied: the bare tree, its packages, and what this run changes.
packages=$folder/packages-$suite
layer() { rm -rf "$2" "$folder/work" && mkdir -p "$2" "$folder/work" "$tree" && mount -t overlay trial -o "lowerdir=$1,upperdir=$2,workdir=$folder/work" "$tree"; }
umount "$tree" 2>/dev/null || true
[ -n "${AGAIN:-}" ] && layer "$packages:$base" "$folder/changes" || layer "$base" "$packages"

say 'apt-get install'
begin=$(seconds)
cp "$package" "$tree/root/postrider.deb"
printf '#!/bin/sh\nexit 101\n' > "$tree/usr/sbin/policy-rc.d" && chmod 755 "$tree/usr/sbin/policy-rc.d"
cp /etc/resolv.conf "$tree/etc/resolv.conf"
# bind9 is for the internet, not for the machine.
chroot "$tree" sh -c 'mount -t proc proc /proc; export DEBIAN_FRONTEND=noninteractive
  if [ -n "$1" ]; then dpkg -i /root/postrider.deb; else
    apt-get update && apt-get install -y --no-install-recommends bind9 bind9-dnsutils && systemctl disable named &&
    apt-get install -y /root/postrider.deb pgbackrest
  fi; code=$?; umount /proc; exit $code' sh "${AGAIN:-}" > "$logs/apt.log" 2>&1
rm "$tree/usr/sbin/policy-rc.d"
installed=$(($(seconds) - begin))
[ -n "${AGAIN:-}" ] || { umount "$tree" && layer "$packages:$base" "$folder/changes"; }

say 'An internet'
ip netns add trial-internet
ip netns add trial-machine
ip -n trial-internet link add name machine type veth peer name eth0 netns trial-machine
for address in $gateway/24 $dns/32 $receiver/32; do ip -n trial-internet address add "$address" dev machine; done
for each in 'trial-internet lo' 'trial-internet machine' 'trial-machine lo' 'trial-machine eth0'; do
  ip -n "${each% *}" link set "${each#* }" up
done
ip -n trial-machine address add $machine/24 dev eth0
ip -n trial-machine route add default via $gateway
internet() { ip netns exec trial-internet "$@"; }

named=$tree/var/cache/bind
chroot "$tree" tsig-keygen setup > "$tree/root/tsig.key"
cp "$tree/root/tsig.key" "$named/tsig.key"
zone() { printf '$TTL 60\n@ IN SOA ns.%s. hostmaster.%s. 1 60 60 3600 1\n@ IN NS ns.trial-net.com.\n' "$domain" "$domain"; }
{ zone; } > "$named/$domain.zone"
{ zone; echo "10 IN PTR out.$domain."; } > "$named/reverse.zone"
{
  zone
  echo "ns.trial-net.com. IN A $dns"
  echo "mx.trial-net.com. IN A $receiver"
  for each in gmail.com outlook.com yahoo.com icloud.com recipient-trial.com; do echo "$each. IN MX 5 mx.trial-net.com."; done
  echo "$domain. IN NS ns.trial-net.com."
  echo "10.79.45.in-addr.arpa. IN NS ns.trial-net.com."
} > "$named/root.zone"
cat > "$named/named.conf" <<END
options { directory "/var/cache/bind"; listen-on { $dns; }; listen-on-v6 { none; }; recursion no; pid-file none; dnssec-validation no; };
include "/var/cache/bind/tsig.key";
zone "." { type master; file "root.zone"; };
zone "$domain" { type master; file "$domain.zone"; allow-update { key setup; }; };
zone "10.79.45.in-addr.arpa" { type master; file "reverse.zone"; };
END
chroot "$tree" chown -R bind:bind /var/cache/bind
internet chroot "$tree" named -f -u bind -c /var/cache/bind/named.conf > "$logs/named.log" 2>&1 &
echo $! > "$folder/named.pid"
internet "$node" "$here/receiver.mjs" $receiver $dns > "$folder/received.jsonl" 2> "$logs/receiver.log" &
echo $! > "$folder/receiver.pid"

say 'The machine starts'
echo "nameserver $dns" > "$tree/etc/resolv.conf"
echo "127.0.1.1 trial" >> "$tree/etc/hosts"
echo trial > "$tree/etc/hostname"
# There is no ACME server: Caddy's own authority.
mkdir -p "$tree/etc/caddy/postrider" && echo local_certs > "$tree/etc/caddy/postrider/trial.options"
systemd-nspawn --quiet --boot --directory="$tree" --machine=postrider-trial --network-namespace-path=/run/netns/trial-machine \
  --register=no --keep-unit --capability=CAP_NET_ADMIN --resolv-conf=off --timezone=off --console=pipe > "$logs/machine.log" 2>&1 < /dev/null &
echo $! > "$folder/nspawn.pid"
for _ in $(seq 60); do
  pgrep -P "$(cat "$folder/nspawn.pid")" > "$folder/leader" && inside systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded' && break
  sleep 1
done
inside systemctl is-system-running || true

say 'postrider setup'
cat > "$tree/root/answers.json" <<END
{
  "domain": "$domain",
  "organization": "Trial Ltd",
  "owner": "ada@recipient-trial.com",
  "delivery": "direct",
  "certificates": "acme",
  "backups": "/var/backups/postrider",
  "dns": { "server": "$dns", "key_file": "/root/tsig.key" }
}
END
[ -z "${ANSWERS:-}" ] || cp "$ANSWERS" "$tree/root/answers.json"
begin=$(seconds)
inside postrider --json setup --answers /root/answers.json --wait 2m > "$folder/answer.json" 2> >(tee "$logs/setup.log" >&2)
set_up=$(($(seconds) - begin))
cat "$folder/answer.json"

say 'What the receiver found'
cat "$folder/received.jsonl"
grep -q '"spf":"pass","dkim":\["pass [^"]*"\],"dmarc":"pass"' "$folder/received.jsonl"

say 'dig of each printed record'
grep -E '^ *[^;]+ [0-9]+ IN (A|AAAA|MX|TXT|CNAME) ' "$logs/setup.log" | while read -r name _ _ type _; do
  printf '%s %s -> ' "$type" "$name"
  internet chroot "$tree" dig +short "@$dns" "${name//\*/any}" "$type" | tee "$folder/dig" | head -c 100 | tr '\n' ' '
  echo
  [ -s "$folder/dig" ]
done

say 'Again: nothing changes'
before=$(inside sh -c 'cat /etc/postrider/*.env | sha256sum; systemctl show -p ActiveEnterTimestamp postrider@api-gateway')
begin=$(seconds)
inside postrider --json setup --answers /root/answers.json --wait 2m > "$folder/answer-again.json" 2> "$logs/setup-again.log"
again=$(($(seconds) - begin))
[ "$before" = "$(inside sh -c 'cat /etc/postrider/*.env | sha256sum; systemctl show -p ActiveEnterTimestamp postrider@api-gateway')" ]
[ "$(wc -l < "$folder/received.jsonl")" = 1 ]
say "Installed in $installed s, set up to the first email in $set_up s with 6 answers, again in $again s."
inside free -m | sed -n 1,2p
