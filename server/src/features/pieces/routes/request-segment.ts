import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allowBody } from '../../../base/bodies.ts';
import { ownActor } from '../../../base/actor.ts';
import type { Context } from '../../../base/context.ts';
import { isEdge } from '../../../base/edge-token.ts';
import { AppError } from '../../../base/errors.ts';
import { write } from '../../../base/write.ts';
import { requestSegment } from '../actions/request-segment.ts';

/** Path of the one call that edges make to the API. */
export const REQUEST_SEGMENT_PATH = '/internal/segments/request';

const EDGE = ownActor('edge');

const Request = z.object({
  videoKey: z.string().regex(/^[\w-]{1,64}$/),
  revisionKey: z.string().regex(/^[\w-]{1,64}$/),
  renditionId: z.string().regex(/^[av][0-9a-z-]{1,30}$/),
  number: z.int().min(0).max(9_999_999),
});

/**
 * Lets an edge say that a viewer waits for a segment. Only edges of this installation may: the
 * token comes from its secret. Answers 204, whether or not there was something to move.
 */
export function mountRequestSegment(http: FastifyInstance, app: Context): void {
  const { secretKey } = app.config.secrets;
  const onRequest = async (request: FastifyRequest) => {
    if (!isEdge(request.headers.authorization, secretKey)) throw new AppError('unauthenticated');
    allowBody(request, { callerId: 'edges' });
  };
  http.post(REQUEST_SEGMENT_PATH, { onRequest }, async (request, reply) => {
    const parsed = Request.safeParse(request.body);
    if (!parsed.success) throw new AppError('malformed_request');
    await write({ app }, { actor: EDGE }, (tx) => requestSegment(tx, parsed.data));
    return reply.status(204).send();
  });
}
