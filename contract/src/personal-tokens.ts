import { z } from 'zod';
import { TOKEN_NAME_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { nameSchema } from './name-schema.ts';
import { Id, text, Time } from './fields.ts';
import { shortList } from './lists.ts';

export const PersonalToken = nameSchema(
  'PersonalToken',
  z.object({
    id: Id,
    name: z.string(),
    /** First and last characters, to tell tokens apart. */
    preview: z.string(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    expiresAt: Time.nullable(),
  }),
);
export type PersonalToken = z.infer<typeof PersonalToken>;

const call = createCalls('personal tokens', 'Access for programs');

export const personalTokens = {
  list: call({ who: 'session' })
    .route({
      method: 'GET',
      path: '/api/v1/personal-tokens',
      summary: 'Personal access tokens that are not revoked',
    })
    .input(z.object({}))
    .output(shortList(PersonalToken)),
  create: call({ who: 'session', problems: { 409: 'The account has as many as it can have' } })
    .route({
      method: 'POST',
      path: '/api/v1/personal-tokens',
      successStatus: 201,
      summary: 'Create a token; it is shown in this answer only',
    })
    .input(z.object({ name: text(TOKEN_NAME_LETTERS), expiresAt: Time.nullish() }))
    .output(
      z.object({
        id: Id,
        name: z.string(),
        token: z.string(),
        createdAt: Time,
        expiresAt: Time.nullable(),
      }),
    ),
  revoke: call({ who: 'account', problems: { 404: 'No such token of the account' } })
    .route({
      method: 'POST',
      path: '/api/v1/personal-tokens/revoke',
      successStatus: 204,
      summary: 'Revoke a token, by itself or its id',
    })
    .input(z.object({ token: z.string().min(1).max(200) }))
    .output(z.void()),
};
