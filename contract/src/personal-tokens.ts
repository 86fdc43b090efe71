import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, text, Time } from './fields.ts';
import { shortList } from './lists.ts';

export const PersonalToken = z.object({
  id: Id,
  name: z.string(),
  /** First and last characters, to tell tokens apart. */
  preview: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
  expiresAt: Time.nullable(),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

export const personalTokens = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/v1/personal-tokens',
      tags: ['personal tokens'],
      summary: 'Personal access tokens that are not revoked',
    })
    .input(z.object({}))
    .output(shortList(PersonalToken)),
  create: oc
    .route({
      method: 'POST',
      path: '/api/v1/personal-tokens',
      successStatus: 201,
      tags: ['personal tokens'],
      summary: 'Create a token; it is shown in this answer only',
    })
    .input(z.object({ name: text({ least: 1, most: 100 }), expiresAt: Time.nullish() }))
    .output(
      z.object({
        id: Id,
        name: z.string(),
        token: z.string(),
        createdAt: Time,
        expiresAt: Time.nullable(),
      }),
    ),
  revoke: oc
    .route({
      method: 'POST',
      path: '/api/v1/personal-tokens/revoke',
      successStatus: 204,
      tags: ['personal tokens'],
      summary: 'Revoke a token, by itself or its id',
    })
    .input(z.object({ token: z.string().min(1).max(200) }))
    .output(z.void()),
};
