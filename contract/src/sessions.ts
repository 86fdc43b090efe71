import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { shortList } from './lists.ts';

export const Session = nameSchema(
  'Session',
  z.object({
    id: Id,
    /** Names as their makers write them; null when the browser does not state them. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    /** IPv4 address, or IPv6 network of 64 bits, of the last use. */
    network: z.string(),
    createdAt: Time,
    /** Not older than the last use by more than five minutes. */
    lastUsedAt: Time,
    /** The session of this request. */
    isCurrent: z.boolean(),
  }),
);
export type Session = z.infer<typeof Session>;

const call = createCalls('accounts');

export const sessions = {
  list: call({ who: 'session' })
    .route({
      method: 'GET',
      path: '/api/auth/v1/sessions',
      summary: 'Where the account is signed in, last used first',
    })
    .input(z.object({}))
    .output(shortList(Session)),
  end: call({
    who: 'session',
    setsCookie: true,
    problems: { 404: 'No such session of the account' },
  })
    .route({
      method: 'DELETE',
      path: '/api/auth/v1/sessions/{id}',
      successStatus: 204,
      summary: 'End a session of the account',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  endOthers: call({ who: 'session' })
    .route({
      method: 'DELETE',
      path: '/api/auth/v1/sessions',
      successStatus: 204,
      summary: 'End all sessions of the account but the one that asks',
    })
    .input(z.object({}))
    .output(z.void()),
};
