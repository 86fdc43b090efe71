import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { toSpokenId } from '@kinora/contract/request-id';
import { type Received, send, type SentRequest, type TestEdge } from './test-nginx-edge.ts';
import { createRandom } from './test-random.ts';
import { createRequest } from './test-random-requests.ts';

/** Headers that depend on the connection and the time, not on the answer. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive', 'server', 'transfer-encoding']);
/** nginx zips playlists itself, from some length on, and leaves out what would then differ. */
const OF_CODING = new Set(['content-encoding', 'content-length', 'etag']);
const TEXT = /^application\/(?:vnd\.apple\.mpegurl|dash\+xml)$/;

export type Difference = { sent: SentRequest; builtIn: string; nginx: string };

/** Sends the same random requests to both edges, and finds answers that differ. */
export async function compareEdges(
  edges: { builtIn: TestEdge; nginx: TestEdge },
  count: number,
  seed: number,
): Promise<{ differences: Difference[]; statuses: Map<number, number>; byNginxAlone: number }> {
  const random = createRandom(seed);
  const differences: Difference[] = [];
  const statuses = new Map<number, number>();
  const before = edges.nginx.answers.length;
  for (let done = 0; done < count; done += AT_ONCE) {
    const requests = Array.from({ length: Math.min(AT_ONCE, count - done) }, () =>
      createRequest(random),
    );
    await Promise.all(
      requests.map(async (sent) => {
        const [builtIn, nginx] = await Promise.all([
          send(edges.builtIn.port, sent),
          send(edges.nginx.port, sent),
        ]);
        statuses.set(builtIn.status, (statuses.get(builtIn.status) ?? 0) + 1);
        const [one, other] = [describeAnswer(builtIn), describeAnswer(nginx)];
        if (one !== other) differences.push({ sent, builtIn: one, nginx: other });
      }),
    );
  }
  const byNginxAlone = count - (edges.nginx.answers.length - before);
  return { differences, statuses, byNginxAlone };
}

const AT_ONCE = 8;

/**
 * Writes down every part of an answer that matters to a viewer, a cache or a player; equal answers give the
 * same text.
 */
export function describeAnswer({ status, headers, body }: Received): string {
  const isText = status === 200 && TEXT.test(headers['content-type'] ?? '');
  // An id of nginx itself has another length, and no two requests have the same.
  const id = headers['x-request-id'];
  const hasId = typeof id === 'string';
  // A page shows the letters of it that can be read out.
  const withoutId = (said: string) =>
    hasId ? said.replaceAll(id, '…').replaceAll(toSpokenId(id), '…') : said;
  const lines = Object.entries(headers)
    .filter(([name]) => !OF_CONNECTION.has(name) && !(isText && OF_CODING.has(name)))
    .filter(([name]) => !(hasId && name === 'content-length'))
    .map(([name, value]) => `${name}: ${String(value)}`);
  // Both are asked in the same second, or at its end.
  const text = withoutId(lines.toSorted().join('\n'))
    .replaceAll(/Max-Age=\d+/g, 'Max-Age=…')
    .replaceAll(/max-age=[1-5]?[2-9]\b/g, 'max-age=…')
    .replaceAll(/max-age=[1-5]\d\b/g, 'max-age=…');
  const isZipped = headers['content-encoding'] === 'gzip' && body.length > 0;
  const plain = withoutId((isZipped ? gunzipSync(body) : body).toString('latin1'));
  const hash = createHash('sha256').update(plain, 'latin1').digest('hex');
  return `${status}\n${text}\n\n${plain.length} bytes, ${hash}\n${plain.slice(0, 300)}`;
}
