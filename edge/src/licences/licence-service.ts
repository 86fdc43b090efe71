import { Resolver } from 'node:dns/promises';
import { type Egress, EgressError, openEgress } from '@kinora/egress/egress';
import type { EdgeLog } from '../edge-log.ts';

/** A licence has some kilobytes. */
const MAX_BYTES = 256 * 1024;
/** A player waits so long at its start. */
const TIMEOUT_MS = 5000;
const SILENCE_MS = 3000;
/** A service that hangs takes no more connections than these. */
const MAX_CALLS = 500;
/** The limit of one of two tries. */
const NAME_TIMEOUT_MS = 1000;

/** Posts a request to a service of a team. Null for any answer that is no licence. */
export type CallService = (request: {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Finds the licence in an answer of success, which is one by default. */
  read?: (answer: Buffer) => Buffer | null;
}) => Promise<Buffer | null>;

/**
 * The way from an edge to services of teams. Names are resolved without the threads that read files
 * too: a name server that hangs must not keep segments waiting.
 */
export function openServiceEgress(allowPrivateNetworks: readonly string[]): Egress {
  const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: 2 });
  const resolveName = async (name: string) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const [failed] = found.filter(({ status }) => status === 'rejected');
    const addresses = found.flatMap((one, at) => {
      if (one.status === 'rejected') return [];
      return one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }));
    });
    if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason;
    return addresses;
  };
  return openEgress({ allowPrivateNetworks, resolveName });
}

/** Requests and answers are never logged, as they hold keys. */
export function createCallService(
  egress: Egress,
  log: EdgeLog,
  facts: { teamId: string; system: string },
): CallService {
  let calls = 0;
  const fail = (reason: string) => {
    log.warn({ ...facts, reason }, 'a licence service failed');
    return null;
  };
  return async ({ read, ...request }) => {
    if (calls >= MAX_CALLS) return fail('busy');
    calls += 1;
    try {
      const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, silenceMs: SILENCE_MS };
      const answer = await egress({ ...request, ...limits, method: 'POST', maxRedirects: 0 });
      const parts: Buffer[] = [];
      for await (const part of answer.body) parts.push(part as Buffer);
      if (answer.status !== 200) return fail(`status ${answer.status}`);
      const body = Buffer.concat(parts);
      return (read ? read(body) : body) ?? fail('no licence');
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return fail(error.reason);
    } finally {
      calls -= 1;
    }
  };
}
