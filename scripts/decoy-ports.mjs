// Tests pass whatever else runs on the machine, so none may ask a port that something has by default.
import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { listPids, readProcess, readText } from './processes.mjs';

/** Default ports of Kinora and of the programs that it and its tools talk to. */
const DEFAULT_PORTS = {
  'Kinora’s API': 8080,
  'Kinora’s edge': 8081,
  'nginx before the edge': 8082,
  PostgreSQL: 5432,
  PgBouncer: 6432,
  'an S3 server': 9000,
  'a mail server': 1025,
  'a mail server by submission': 587,
  'the API of Kubernetes': 6443,
  'Chromium’s debugger': 9222,
};

/**
 * Listens on each free one of the ports, without ever answering.
 *
 * @param {(sessionId: number) => string | undefined} findFile the test file that runs as the leader of a
 *   session; processes of other sessions are other programs of the machine
 * @param {Record<string, number>} ports by the name of their program
 * @returns {Promise<{stop: () => {file: string, what: string}[]}>} `stop` ends it and says which file asked
 *   for what
 */
export async function openDecoys(findFile, ports = DEFAULT_PORTS) {
  const asked = [];
  const servers = await Promise.all(
    Object.entries(ports).map(([owner, port]) =>
      listen(port, (socket) => {
        const session = findSession(socket.remotePort, port);
        const file = session === undefined ? undefined : findFile(session);
        if (file) asked.push({ file, what: `port ${port}, which ${owner} has by default` });
        socket.destroy();
      }),
    ),
  );
  return {
    stop: () => {
      for (const server of servers) server?.close();
      return asked;
    },
  };
}

/** Undefined where another program has the port, or this user may not have it. */
function listen(port, onConnection) {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server.unref()));
  });
}

/** The session of the process that has connected from `localPort`, as long as it keeps its socket. */
function findSession(localPort, remotePort) {
  const inode = findInode(localPort, remotePort);
  if (inode === undefined) return undefined;
  const pid = listPids().find((each) => holdsSocket(each, inode));
  return pid === undefined ? undefined : readProcess(pid)?.session;
}

// proc(5): local and remote address as hexadecimal `address:port`, the inode in the tenth field.
function findInode(localPort, remotePort) {
  const ends = [localPort, remotePort].map((port) =>
    port.toString(16).toUpperCase().padStart(4, '0'),
  );
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readText(table).split('\n')) {
      const fields = line.trim().split(/\s+/);
      const [local, remote] = [fields[1]?.split(':').at(-1), fields[2]?.split(':').at(-1)];
      if (local === ends[0] && remote === ends[1]) return fields[9];
    }
  }
  return undefined;
}

function holdsSocket(pid, inode) {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => readLink(`${folder}/${fd}`) === `socket:[${inode}]`);
  } catch {
    // Another user's, or gone.
    return false;
  }
}

function readLink(path) {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
