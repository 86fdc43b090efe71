import { type Received, send, type SentRequest, type TestEdge } from './test-nginx-edge.ts';
import { createRandom, createRequest } from './test-random-requests.ts';

/** Headers of an answer that a viewer, a cache or a player goes by. */
const HEADERS = [
  ...['content-type', 'content-length', 'content-range', 'accept-ranges', 'cache-control', 'allow'],
  ...['set-cookie', 'x-reason', 'x-stream-open', 'retry-after', 'content-security-policy'],
  'x-request-id',
  ...['access-control-allow-origin', 'access-control-expose-headers', 'access-control-max-age'],
  ...['cross-origin-resource-policy', 'timing-allow-origin', 'x-content-type-options'],
  ...['last-modified', 'strict-transport-security', 'vary'],
];

export type Difference = { sent: SentRequest; builtIn: string; nginx: string };

/** Sends the same random requests to both edges, and finds what they answer differently. */
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
        const [one, other] = [describe(builtIn), describe(nginx)];
        if (one !== other) differences.push({ sent, builtIn: one, nginx: other });
      }),
    );
  }
  const byNginxAlone = count - (edges.nginx.answers.length - before);
  return { differences, statuses, byNginxAlone };
}

const AT_ONCE = 8;

function describe({ status, headers, body }: Received): string {
  const lines = HEADERS.flatMap((name) => {
    const value = headers[name];
    // An id of nginx itself has another length.
    const isOfId = name === 'content-length' && headers['x-request-id'] !== undefined;
    return value === undefined || isOfId ? [] : [`${name}: ${String(value)}`];
  });
  // Both are asked in the same second, or at its end.
  const text = withoutIds(lines.join('\n'))
    .replaceAll(/Max-Age=\d+/g, 'Max-Age=…')
    .replaceAll(/max-age=[1-5]?[2-9]\b/g, 'max-age=…')
    .replaceAll(/max-age=[1-5]\d\b/g, 'max-age=…');
  return `${status}\n${text}\n${withoutIds(body.toString('latin1').slice(0, 2000))}`;
}

/** No two requests have the same. */
function withoutIds(text: string): string {
  return text.replaceAll(/(request-?id"?[:=] ?"?)[\w-]+/gi, '$1…');
}
