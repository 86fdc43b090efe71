#!/bin/sh
# Starts nginx on what an edge has prepared in a folder (NGINX_FOLDER of the edge), and lets it begin
# anew when an edge has prepared it otherwise, with other settings or of another version. Rules that change
# need none of that.
# Usage: run.sh FOLDER
set -eu
folder=$1

# Names the file as it is now: one that is replaced is another one.
name() {
    stat -c '%i %y' "$folder/nginx.conf" 2>/dev/null || true
}

signal() {
    kill "-$1" "$(cat "$folder/nginx.pid" 2>/dev/null)" 2>/dev/null || true
}

while [ ! -f "$folder/nginx.conf" ]; do sleep 0.2; done
rm -f "$folder/nginx.pid"
# Containers begin with 1,024 files, and each viewer has up to three open.
ulimit -n "$(ulimit -H -n)"
isEnding=
trap 'isEnding=1; signal QUIT' TERM INT
seen=$(name)
# Standard output may be a socket, which nginx can't open as a file. `cat` ends with the last of nginx.
nginx -p /usr/share/nginx -c "$folder/nginx.conf" -e stderr | cat &
output=$!
while kill -0 "$output" 2>/dev/null; do
    sleep 0.1 || true
    found=$(name)
    if [ "$found" != "$seen" ]; then
        signal HUP
        seen=$found
    fi
done
[ -n "$isEnding" ]
