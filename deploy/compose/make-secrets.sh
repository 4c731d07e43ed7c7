#!/bin/sh
# Makes the files of secrets/, unless they are there: a new key cannot open what the old one has sealed.
set -eu
umask 077
mkdir -p secrets
random() { openssl rand -base64 32 | tr -d '\n'; }
word() { openssl rand -hex 24; }
keep() { [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }

for name in master_key link_secret relay_secret return_path_secret; do keep "$name" "$(random)"; done
keep delivery_routes ''
keep postgres_password "$(word)"
keep database_url "postgresql://postrider:$(cat secrets/postgres_password)@postgres:5432/postrider"
if [ ! -e secrets/amqp_url ]; then
  password=$(word)
  keep amqp_url "amqp://postrider:$password@rabbitmq:5672"
  keep rabbitmq_definitions.json "{\"users\":[{\"name\":\"postrider\",\"password\":\"$password\",\"tags\":[]}],\"vhosts\":[{\"name\":\"/\"}],\"permissions\":[{\"user\":\"postrider\",\"vhost\":\"/\",\"configure\":\".*\",\"write\":\".*\",\"read\":\".*\"}]}"
fi
# Compose mounts them as they are: the services run as user 1000, the engines start as root.
chown -R 1000:1000 secrets
chmod 0444 secrets/rabbitmq_definitions.json secrets/postgres_password
chmod 0711 secrets
