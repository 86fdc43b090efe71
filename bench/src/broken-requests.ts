import type { Socket } from 'node:net';
import type { SentRequest } from '@kinora/edge/nginx/test-nginx-edge';
import type { Random } from '@kinora/edge/nginx/test-random';

const PIECES = [
  '..',
  '/',
  '//',
  '%2e%2e',
  '%2F',
  '%00',
  '\\',
  '?',
  '&',
  '=',
  '#',
  '%',
  '%zz',
  '%c0%af',
  ';',
  'streams',
  'published',
  'canary',
  '-video',
  '-text/plain',
  'x_signature=',
  'x_key_id=',
  'http://',
  '@',
  ':',
  '\u0000',
  '\u00ff',
  ' ',
];

/** Writes a request as bytes and changes some of them. */
export function writeBroken(
  random: Random,
  { method = 'GET', path, headers = {} }: SentRequest,
): string {
  const target = random.isOnce(2) ? path : mutate(random, path);
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${random.isOnce(10) ? mutate(random, value) : value}`),
  );
  if (random.isOnce(30)) lines.push(`Host: ${mutate(random, 'open.test')}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function mutate(random: Random, text: string): string {
  let changed = text;
  for (let times = 0; times < 3; times += 1) {
    const at = Math.floor(random.next() * (changed.length + 1));
    const piece = random.isOnce(3)
      ? String.fromCharCode(33 + Math.floor(random.next() * 220))
      : random.pick(PIECES);
    const cut = random.isOnce(2) ? Math.floor(random.next() * 8) : 0;
    changed = changed.slice(0, at) + piece + changed.slice(at + cut);
    if (random.isOnce(300)) changed += 'a'.repeat(4000);
  }
  return changed;
}

/** `status` 0: the connection ended before an answer. `text` has a byte a letter. */
export type RawAnswer = { status: number; text: string };

/** Sends a text, a byte a letter, and reads its answer. The rest of a body in chunks is not read. */
export function exchange(socket: Socket, text: string): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const isHead = text.startsWith('HEAD ');
    const end = (status: number) => {
      socket.off('data', take);
      socket.off('close', close);
      socket.off('error', close);
      clearTimeout(timer);
      resolve({ status, text: received.toString('latin1') });
    };
    const close = () => end(readStatus(received) ?? 0);
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.subarray(0, headEnd).toString('latin1');
      const status = readStatus(received) ?? 0;
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const bodyBytes = isHead || status === 304 || status === 204 ? 0 : length;
      if (received.length < headEnd + 4 + bodyBytes) return;
      if (/^(connection: close|transfer-encoding: chunked)/im.test(head)) socket.destroy();
      end(status);
    };
    // A head that is not whole is waited for.
    const timer = setTimeout(() => {
      socket.destroy();
      end(0);
    }, 2000);
    socket.on('data', take);
    socket.on('close', close);
    socket.on('error', close);
    socket.write(Buffer.from(text, 'latin1'));
  });
}

function readStatus(received: Buffer): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received.subarray(0, 12).toString('latin1'))?.[1];
  return status === undefined ? null : Number(status);
}
