#!/bin/sh
# Writes tag and digest of each image into the Dockerfile and the files of compose: the tag tells people what it is, the digest decides. Needs
# Docker with buildx and the registries; run it before a release, build, test, and commit what it has written.
set -eu
cd "$(dirname "$0")"

# Each image of a file with its tag, after the text that is before it on its line.
pin() {
  file=$1 before=$2
  for image in $(sed -n "s|^$before\([a-z][^@ ]*\).*|\1|p" "$file" | sort -u); do
    digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
    if ! printf %s "$digest" | grep -Eqx 'sha256:[0-9a-f]{64}'; then
      echo "$image: '$digest' is no digest" >&2
      exit 1
    fi
    sed "s|^\($before\)$image\(@[^ ]*\)\{0,1\}$|\1$image@$digest|" "$file" > "$file.pinned"
    mv "$file.pinned" "$file"
  done
}

pin Dockerfile 'ARG [A-Z]*_IMAGE='
for file in ../compose/*.yaml; do pin "$file" ' *image: '; done
