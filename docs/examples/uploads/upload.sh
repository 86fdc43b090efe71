#!/usr/bin/env bash
# Uploads a file: bash upload.sh FILE PROJECT, with KINORA and KINORA_TOKEN set. Needs curl and jq.
set -euo pipefail
file=$1 project=$2
size=$(wc -c < "$file" | tr -d ' ')
call() { curl -sS --fail-with-body -H "authorization: Bearer $KINORA_TOKEN" "$@"; }
header() { tr -d '\r' | sed -n "s/^$1: //Ip"; }

video=$(jq -n --arg project "$project" --arg name "$(basename "$file")" --argjson size "$size" \
  '{projectKey: $project, videos: [{title: $name, source: {type: "video/mp4", size: $size, fileName: $name}}]}' |
  call -H 'content-type: application/json' -d @- "$KINORA/api/v1/videos")
key=$(jq -r '.[0].key' <<< "$video")

upload=$KINORA$(call -o /dev/null -D - -X POST "$KINORA/api/upload/v1/tus/videos/" \
  -H 'tus-resumable: 1.0.0' -H "upload-length: $size" \
  -H "upload-metadata: videoKey $(printf %s "$key" | base64)" | header location)

# After a break the server says how far it is, and the rest is sent.
for attempt in {1..10}; do
  offset=$(call -I -H 'tus-resumable: 1.0.0' "$upload" | header upload-offset) || offset=
  if [ "$offset" = "$size" ]; then break; fi
  [ -n "$offset" ] && tail -c "+$((offset + 1))" "$file" | call -X PATCH -T - "$upload" \
    -H 'tus-resumable: 1.0.0' -H "upload-offset: $offset" \
    -H 'content-type: application/offset+octet-stream' || sleep 5
done
[ "$offset" = "$size" ] || { echo "The upload is not complete: $upload" >&2; exit 1; }
call "$KINORA/api/v1/videos/$key" | jq -r .watchUrl
