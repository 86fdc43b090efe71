#!/bin/sh
# Starts nginx with kinora.conf, in which it writes what depends on the machine.
# Usage: run.sh FOLDER, with these in the environment:
#   FOLDER           holds the edge's socket (its NGINX_SOCKET is FOLDER/edge.sock) and what nginx keeps
#   NGINX_LISTEN     what viewers come to, by default 8082
#   STORAGE_URL      as the edge has it: the folder that nginx reads, or a store
#   NGINX_STORE      where that store is, as https://films.s3.eu-central-1.amazonaws.com
#   TRUSTED_PROXIES  as the edge has it
set -eu
folder=$1
here=$(dirname "$0")
store=${NGINX_STORE:-http://127.0.0.1:9000}
host=${store#*://}
case $store in
https://*:*) address=$host ;;
https://*) address=$host:443 ;;
*) address=$host ;;
esac
case ${STORAGE_URL:?is not set} in
file://*) objects=${STORAGE_URL#file://}/ ;;
*) objects=/nonexistent/ ;;
esac
proxies=$(echo "${TRUSTED_PROXIES:-}" | tr , '\n' | sed -n 's/^ *\([0-9a-fA-F.:/]\{2,\}\) *$/set_real_ip_from \1;\\/p')

{
    cat <<END
daemon off;
pid $folder/nginx.pid;
error_log stderr warn;
worker_processes ${NGINX_WORKERS:-auto};
worker_rlimit_nofile $(ulimit -H -n | sed 's/unlimited/65536/');
events {
    worker_connections 16384;
}
http {
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/kinora.conf;
}
END
    # Stored files are for Kinora's user alone, who owns the folder.
    if [ "$(id -u)" = 0 ]; then echo "user $(stat -c %U "$folder");"; fi
} >"$folder/nginx.conf"
sed -e "s|unix:/run/kinora/edge.sock|unix:$folder/edge.sock|" \
    -e "s|listen 8082|listen ${NGINX_LISTEN:-8082}|" \
    -e "s|/var/cache/nginx/kinora|$folder/cache|" \
    -e "s|/var/log/nginx/kinora.log|/dev/stdout|" \
    -e "s|/var/lib/kinora/objects/|$objects|" \
    -e "s|http://kinora_store|${store%%://*}://kinora_store|" \
    -e "s|server 127.0.0.1:9000|server $address|" \
    -e "s|Host 127.0.0.1:9000|Host $host|" \
    -e "s|proxy_ssl_name 127.0.0.1|proxy_ssl_name ${host%%:*}|" \
    -e "/^#set_real_ip_from/c\\
$proxies
" "$here/kinora.conf" >"$folder/kinora.conf"

isEnding=
trap 'isEnding=1; kill -QUIT "$(cat "$folder/nginx.pid" 2>/dev/null)" 2>/dev/null || true' TERM INT
# Standard output may be a socket, which nginx can't open as a file. `cat` ends with the last of nginx.
nginx -p /usr/share/nginx -c "$folder/nginx.conf" -e stderr | cat &
output=$!
while kill -0 "$output" 2>/dev/null; do wait "$output" || true; done
[ -n "$isEnding" ]
