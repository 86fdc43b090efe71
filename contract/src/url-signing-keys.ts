import { z } from 'zod';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, Time } from './fields.ts';
import { pagedList, pageQuery, searchQuery } from './lists.ts';

const fields = {
  id: Id,
  /** Stands in signed addresses as `x_key_id`. */
  keyId: z.string(),
  createdAt: Time,
  domains: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe('The playback channels that use it'),
};

export const UrlSigningKey = nameSchema('UrlSigningKey', z.object(fields));
export type UrlSigningKey = z.infer<typeof UrlSigningKey>;

/** A team has no more, so that nobody fills the database with them. */
export const MAX_URL_SIGNING_KEYS = 1000;

const keySecret = z.string();
const PATH = '/api/v1/url-signing-keys';
const call = createCalls('URL signing keys', 'Secrets with which addresses of videos are signed');

export const urlSigningKeys = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'URL signing keys of the team, newest first' })
    .input(
      z.object({
        ...pageQuery({ fallback: 100, max: 100 }),
        q: searchQuery.describe('A part of the key id'),
      }),
    )
    .output(pagedList(UrlSigningKey)),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Create a URL signing key',
    })
    .input(z.object({}))
    .output(z.object({ ...fields, keySecret })),
  secret: call({ who: 'manager' })
    .route({ method: 'GET', path: `${PATH}/{id}/secret`, summary: 'The secret of a key' })
    .input(z.object({ id: Id }))
    .output(z.object({ keySecret })),
  delete: call({
    who: 'manager',
    problems: { 409: 'In use by playback channels: `domains` says which' },
  })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      successStatus: 204,
      summary: 'Delete a key that no playback channel uses',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
};
