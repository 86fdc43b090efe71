import { z } from 'zod';
import { JWT_KEY_NAME_LETTERS, MAX_PUBLIC_KEY_LETTERS } from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, text, Time } from './fields.ts';
import { JwtAlgorithm } from './jwt-algorithm.ts';
import { shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';

/** What a team's videos are licensed by. A team has one. */
export const DrmConfig = nameSchema('DrmConfig', z.object({ id: Id, jwtKeyCount: z.int() }));
export type DrmConfig = z.infer<typeof DrmConfig>;

/** A team's server signs tokens for licences with the private half, which Kinora never gets. */
export const JwtKey = nameSchema(
  'JwtKey',
  z.object({
    id: Id,
    keyId: z.string().describe('The `kid` of tokens'),
    name: z.string(),
    algorithm: JwtAlgorithm,
    createdAt: Time,
  }),
);
export type JwtKey = z.infer<typeof JwtKey>;

/** A token without a `kid` is checked with each of them. */
export const MAX_JWT_KEYS = 20;

const PATH = '/api/v1/drm-configs';
const call = createCalls('multi-DRM', 'Who gets licences for protected videos');

export const drmConfigs = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'The DRM configuration of the team' })
    .input(z.object({}))
    .output(shortList(DrmConfig)),
  listKeys: call({ who: 'manager' })
    .route({
      method: 'GET',
      path: `${PATH}/{id}/jwtKeys`,
      summary: 'Public keys that check tokens for licences, newest first',
    })
    .input(z.object({ id: Id }))
    .output(shortList(JwtKey)),
  createKey: call({ who: 'admin', problems: { 409: 'The team has as many as it can have' } })
    .route({
      method: 'POST',
      path: `${PATH}/{id}/jwtKeys`,
      successStatus: 201,
      summary: 'Add a public key: ECDSA (P-256), RSA (2048 to 4096 bits) or Ed25519',
    })
    .input(
      z.object({
        id: Id,
        name: text(JWT_KEY_NAME_LETTERS),
        publicKey: z
          .string()
          .min(1)
          .max(MAX_PUBLIC_KEY_LETTERS)
          .describe('SPKI in PEM, or a JWK as JSON; private keys are refused'),
      }),
    )
    .output(JwtKey),
  deleteKey: call({ who: 'admin' })
    .route({
      method: 'DELETE',
      path: `${PATH}/{id}/jwtKeys/{keyId}`,
      successStatus: 204,
      summary: 'Delete a key; tokens that it has signed open nothing any more',
    })
    .input(z.object({ id: Id, keyId: z.string().min(1).max(64) }))
    .output(z.void()),
};
