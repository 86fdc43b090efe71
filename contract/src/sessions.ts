import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Time } from './fields.ts';
import { shortList } from './lists.ts';

export const Session = z.object({
  id: Id,
  /** Names as their makers write them; null when the browser does not tell. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** IPv4 address, or IPv6 network of 64 bits, of the last use. */
  network: z.string(),
  createdAt: Time,
  /** Not older than the last use by more than five minutes. */
  lastUsedAt: Time,
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/auth/v1/sessions',
      tags: ['accounts'],
      summary: 'Where the account is signed in, last used first',
    })
    .input(z.object({}))
    .output(shortList(Session)),
  end: oc
    .route({
      method: 'DELETE',
      path: '/api/auth/v1/sessions/{id}',
      successStatus: 204,
      tags: ['accounts'],
      summary: 'End a session of the account',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  endOthers: oc
    .route({
      method: 'DELETE',
      path: '/api/auth/v1/sessions',
      successStatus: 204,
      tags: ['accounts'],
      summary: 'End all sessions of the account but the one that asks',
    })
    .input(z.object({}))
    .output(z.void()),
};
