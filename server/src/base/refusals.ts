import type { FastifyInstance, FastifyRequest } from 'fastify';
import { delayRefusals, type RefusalPace } from '@kinora/contract/refusal-pace';

const subjects = new WeakMap<FastifyRequest, string>();

/** Delays a refusal of this request behind others about the same subject, even those of other callers. */
export function paceBy(request: FastifyRequest, subject: string): void {
  subjects.set(request, subject);
}

/** Delays refusals to a network that is refused all the time; faults of ours never wait. */
export function slowRefusals(
  http: FastifyInstance,
  pace: RefusalPace,
  getNetwork: (request: FastifyRequest) => string,
): void {
  const refusals = delayRefusals(pace);
  http.addHook('preClose', async () => refusals.end());
  http.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || reply.statusCode >= 500) return payload;
    const subject = subjects.get(request);
    const keys = [getNetwork(request), ...(subject === undefined ? [] : [subject])];
    await Promise.all(keys.map((key) => refusals.delay(key, reply.raw)));
    return payload;
  });
}
