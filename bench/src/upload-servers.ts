// The servers that upload.bench.ts sends to, each in a process of its own:
// node upload-servers.ts ours|pipe|tus <folder>. The parent gets the port and, asked, the memory.

import { createWriteStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileStore } from '@tus/file-store';
import { Server as TusServer } from '@tus/server';
import { startTestUploads } from '@kinora/server/test-uploads';

export type Subject = 'ours' | 'pipe' | 'tus';
/** `privateBytes` leaves out the program's own pages, which all processes of it share. */
export type Memory = { privateBytes: number; residentBytes: number };
export type Ready = { port: number; token: string | null };

const [subject, folder = ''] = process.argv.slice(2);
if (subject === 'ours') await serveOurs();
else if (subject === 'pipe') await serve(pipe);
else await serve(tusHandler());

type Question = 'memory' | { videos: number; sizeBytes: number };

function readMemory(): Memory {
  const residentBytes = process.memoryUsage.rss();
  const status = readFileSync('/proc/self/status', 'latin1');
  const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(status)?.[1];
  return { residentBytes, privateBytes: kilobytes ? Number(kilobytes) * 1024 : residentBytes };
}

/** The whole API on a real PostgreSQL, with a folder as storage. */
async function serveOurs(): Promise<void> {
  const uploads = await startTestUploads({ STORAGE_URL: pathToFileURL(folder).href });
  let highest = readMemory();
  let watch: NodeJS.Timeout | undefined;
  const look = () => {
    const now = readMemory();
    highest = {
      privateBytes: Math.max(highest.privateBytes, now.privateBytes),
      residentBytes: Math.max(highest.residentBytes, now.residentBytes),
    };
  };
  process.on('message', (message: Question) => void answer(message));
  async function answer(message: Question) {
    if (message === 'memory') {
      // Memory is only read between questions, as each reading costs milliseconds.
      look();
      process.send?.(highest);
      highest = readMemory();
      if (watch) clearInterval(watch);
      watch = watch ? undefined : setInterval(look, 20);
      return;
    }
    const keys: string[] = [];
    while (keys.length < message.videos) keys.push(await uploads.addVideo(message.sizeBytes));
    process.send?.(keys);
  }
  process.on('SIGTERM', () => void uploads.close().then(() => process.exit()));
  process.send?.({ port: uploads.port, token: uploads.admin.token } satisfies Ready);
}

/** The least that one can do: no resuming, no check, but durable before the answer. */
function pipe(...[request, response]: Parameters<RequestListener>): void {
  const path = join(folder, randomUUID());
  const file = createWriteStream(path);
  request.pipe(file).on('finish', () => {
    void syncFile(path).then(() => response.writeHead(204).end());
  });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.datasync();
  await file.close();
}

function tusHandler(): RequestListener {
  const server = new TusServer({ path: '/files', datastore: new FileStore({ directory: folder }) });
  return (request, response) => void server.handle(request, response);
}

async function serve(listener: RequestListener): Promise<void> {
  const server = createServer({ requestTimeout: 0 }, listener);
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ port, token: null } satisfies Ready);
  });
}
