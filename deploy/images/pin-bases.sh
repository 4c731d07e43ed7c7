#!/bin/sh
# Writes tag and digest of each base into the Dockerfile: the tag tells people what it is, the digest decides. Needs Docker with buildx and the
# registries; run it before a release, build, test, and commit what it has written.
set -eu
cd "$(dirname "$0")"
for name in NODE_IMAGE RUNTIME_IMAGE; do
  image=$(sed -n "s/^ARG $name=\([^@]*\).*/\1/p" Dockerfile)
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  if ! printf %s "$digest" | grep -Eqx 'sha256:[0-9a-f]{64}'; then
    echo "$image: '$digest' is no digest" >&2
    exit 1
  fi
  sed "s|^ARG $name=.*|ARG $name=$image@$digest|" Dockerfile > Dockerfile.pinned
  mv Dockerfile.pinned Dockerfile
done
