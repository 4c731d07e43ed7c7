#!/bin/sh
# From an image to the first email, in this folder: sh setup.sh postrider:1.0.0 [--answers answers.json]. Run again, it changes only
# what differs from the answers. docs/one-machine.md explains what it asks and does.
set -eu
image=${1:?usage: setup.sh <image> [--answers answers.json]}
shift
terminal=
[ ! -t 0 ] || terminal=-it
# In the network of the machine, whose ports and addresses it looks at.
docker run --rm $terminal --network host --user 0 --workdir /work --volume "$PWD:/work" --entrypoint postrider "$image" \
  setup --compose /work --image "$image" "$@"
docker compose up --detach
# smtp-relay waits for its certificate, which needs DNS.
docker compose up --detach --wait api-gateway send-worker
docker compose run --rm --workdir /work --volume "$PWD:/work:ro" --entrypoint postrider send-worker setup --compose /work --started
