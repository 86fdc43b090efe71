import type { FastifyInstance } from 'fastify';
import { holdRefusals, type RefusalPace } from '@kinora/contract/refusal-pace';
import { networkOf } from './network.ts';

/** Holds refusals back to a network that is refused all the time; faults of ours never wait. */
export function slowRefusals(http: FastifyInstance, pace: RefusalPace): void {
  const refusals = holdRefusals(pace);
  http.addHook('preClose', async () => refusals.end());
  http.addHook('onSend', async (request, reply, payload) => {
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500;
    if (isRefused) await refusals.hold(networkOf(request.ip), reply.raw);
    return payload;
  });
}
