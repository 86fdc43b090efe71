export const swiftPorts = { proxy: 6200, container: 6201, account: 6202, object: 6203 };
export type SwiftServer = keyof typeof swiftPorts;

/** Nothing listens there: Swift caches nothing then, and its logins need no cache. */
const memcachePort = 6204;

type Place = {
  folder: string;
  host: string;
  user: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The files that OpenStack Swift's servers read, by name. */
export function swiftSettings(place: Place): Record<string, string> {
  return {
    'swift.conf': clusterSettings,
    'account.conf': storeSettings('account', place),
    // A listing shows new objects at once: a put waits until its container knows them.
    'object.conf': `${storeSettings('object', place)}container_update_timeout = 60\n`,
    'container.conf': storeSettings('container', place),
    'proxy.conf': proxySettings(place),
  };
}

const clusterSettings = `[swift-hash]
swift_hash_path_prefix = kinora
swift_hash_path_suffix = tests
[storage-policy:0]
name = one
default = yes
`;

function serverSettings(server: SwiftServer, { folder, host, user }: Place): string {
  return `[DEFAULT]
bind_ip = ${host}
bind_port = ${swiftPorts[server]}
user = ${user}
workers = 0
swift_dir = ${folder}
devices = ${folder}/disks
mount_check = false
fallocate_reserve = 0
log_level = ERROR
`;
}

function storeSettings(server: SwiftServer, place: Place): string {
  return `${serverSettings(server, place)}
[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
`;
}

const filters = [
  'catch_errors',
  'gatekeeper',
  'memcache',
  'listing_formats',
  'bulk',
  's3api',
  'tempauth',
  'copy',
  'slo',
  'dlo',
  'versioned_writes',
];

function proxySettings(place: Place): string {
  const [account = '', name = ''] = place.accessKeyId.split(':');
  const own: Record<string, string> = {
    memcache: `memcache_servers = ${place.host}:${memcachePort}`,
    s3api: 'location = us-east-1',
    tempauth: `user_${account}_${name} = ${place.secretAccessKey} .admin`,
    versioned_writes: 'allow_versioned_writes = true',
  };
  const sections = filters.map(
    (filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n${own[filter] ?? ''}`,
  );
  return `${serverSettings('proxy', place)}
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('\n')}
`;
}
