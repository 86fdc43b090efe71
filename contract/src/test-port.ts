import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// `fetch` and browsers refuse 10080, as they do other services' ports (Fetch §2.9).
const [FIRST, END] = [10_081, 20_000];
let next = randomInt(FIRST, END);

/**
 * Finds a free port of 127.0.0.1, another one at each call. It is below the ports that systems assign to
 * outgoing connections, which could take it before the test's server does, and below those of the embedded
 * PostgreSQL.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port + 1 < END ? port + 1 : FIRST;
    const probe = createServer();
    const isFree = await new Promise((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
