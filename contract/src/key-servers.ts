import { z } from 'zod';
import {
  HEADER_NAME,
  KEY_SERVER_NAME_LETTERS,
  KEY_SERVER_NOTE_LETTERS,
  KEY_SERVER_SECRET,
  MAX_ENDPOINT_LETTERS,
} from './bounds.ts';
import { createCalls } from './call.ts';
import { Id, text, Time } from './fields.ts';
import { checkEndpoint } from './key-server-endpoint.ts';
import { limitQuery, searchQuery, shortList } from './lists.ts';
import { nameSchema } from './name-schema.ts';
import { Uses } from './uses.ts';
import { KEY_SERVER_FAILURES } from './key-server-failures.ts';

/** The answer of one endpoint next to the expected one; text, or a word of `KeyServerFailure`. */
const EndpointCheck = z.object({
  isPassed: z.boolean(),
  expected: z.string(),
  actual: z.string(),
});

const Check = z.object({
  isPassed: z.boolean(),
  encoding: EndpointCheck,
  playback: EndpointCheck,
});

/** Decisions, section 6: each is made on both endpoints. */
export const KEY_SERVER_CHECKS = [
  'statusCode',
  'cacheControl',
  'contentLength',
  'contentType',
  'encryptionKeyPersisted',
] as const;

export const KeyServerTest = nameSchema(
  'KeyServerTest',
  z.object({
    isPassed: z.boolean(),
    tests: z.object({
      cacheControl: Check,
      contentLength: Check,
      contentType: Check,
      encryptionKeyPersisted: Check,
      statusCode: Check,
    }),
  }),
);
export type KeyServerTest = z.infer<typeof KeyServerTest>;

/** Says why an endpoint gave no answer that could be looked at; in place of what came. */
export const KeyServerFailure = z.enum(KEY_SERVER_FAILURES);
export type KeyServerFailure = z.infer<typeof KeyServerFailure>;

/** Says why a stream that is to be encrypted, or to get a new key, has none yet, or was given up without one. */
export const KeyProblem = z.object({
  /** A technical word, as `timeout`, `inactive` and `another_key`, or `status 403, 0 bytes`. */
  detail: z.string(),
  /** The server that its preset names, or its project did; null when its preset names none any more. */
  keyServerId: Id.nullable(),
});
export type KeyProblem = z.infer<typeof KeyProblem>;

/** Key servers add this to the revision that plays. */
export const videoKeyProblem = { vod: { keyProblem: KeyProblem.nullable() } };

export const KeyServerStatus = z
  .enum(['active', 'inactive'])
  .describe('Only an active one gives keys to new videos');

const endpoints = {
  encodingEncryptionKeyRequestApiEndpoint: z.string().nullable(),
  playbackEncryptionKeyRequestApiEndpoint: z.string().nullable(),
};

export const KeyServer = nameSchema(
  'KeyServer',
  z.object({
    id: Id,
    name: z.string(),
    note: z.string(),
    status: KeyServerStatus,
    encryption: z.object(endpoints),
    secretHeaderName: z.string().describe('The header that carries the encoder secret'),
    test: KeyServerTest.nullable().describe('The last test of what is saved now'),
    testedAt: Time.nullable(),
    uses: Uses.describe(
      'The presets and projects that chose it; videos that have its keys, with which it can be stopped but not deleted',
    ),
    createdAt: Time,
    updatedAt: Time,
  }),
);
export type KeyServer = z.infer<typeof KeyServer>;

/** A team has as many as its list can show. */
export const MAX_KEY_SERVERS = 100;

/** `http:` is taken only where the installation allows private networks. Code: `invalid_endpoint`. */
const endpoint = z
  .string()
  .trim()
  .max(MAX_ENDPOINT_LETTERS)
  .meta({ examples: ['https://keys.example.com/encoding'] })
  .transform((typed, context) => {
    if (typed === '') return null;
    if (checkEndpoint(typed) === null) return typed;
    const code = 'invalid_endpoint';
    context.addIssue({ code: 'custom', message: 'Not an https: address', params: { code } });
    return z.NEVER;
  })
  .nullable();

/** The secret is sent as the value of a header, so that only its characters are allowed. */
const secret = z
  .string()
  .max(256)
  .regex(KEY_SERVER_SECRET)
  .meta({ examples: ['7vXkq0mB2tRfYw9sLhJc4d'] })
  .describe('16 to 256 visible ASCII characters');

const fields = {
  note: text(KEY_SERVER_NOTE_LETTERS).optional(),
  encryption: z
    .object({
      encodingEncryptionKeyRequestApiEndpoint: endpoint.optional(),
      playbackEncryptionKeyRequestApiEndpoint: endpoint.optional(),
    })
    .optional(),
  encoderSecret: secret.optional(),
  tokenSecret: secret.optional(),
  secretHeaderName: z
    .string()
    .max(64)
    .regex(HEADER_NAME)
    .meta({ examples: ['X-Key-Server-Secret'] })
    .optional(),
};
const name = text(KEY_SERVER_NAME_LETTERS);

const PATH = '/api/v1/key-server';
const ONE = `${PATH}/{id}`;
const call = createCalls(
  'key servers',
  'Customers’ servers that give keys to encrypt streams with',
);
const inUse = 'In use by presets or projects: `uses` says by which';

export const keyServers = {
  list: call({ who: 'manager' })
    .route({ method: 'GET', path: PATH, summary: 'Key servers of the team, newest first' })
    .input(
      z.object({
        encryptionType: z.literal('clearkey').default('clearkey'),
        limit: limitQuery({ fallback: MAX_KEY_SERVERS, max: MAX_KEY_SERVERS }),
        q: searchQuery,
      }),
    )
    .output(shortList(KeyServer)),
  get: call({ who: 'manager' })
    .route({ method: 'GET', path: ONE, summary: 'One key server' })
    .input(z.object({ id: Id }))
    .output(KeyServer),
  create: call({ who: 'manager', problems: { 409: 'The team has as many as it can have' } })
    .route({
      method: 'POST',
      path: PATH,
      successStatus: 201,
      summary: 'Create a key server; secrets that are left out are made',
    })
    .input(z.object({ ...fields, name }))
    .output(KeyServer),
  update: call({ who: 'manager' })
    .route({
      method: 'PUT',
      path: ONE,
      summary:
        'Change a key server; fields left out stay. After a change of an endpoint, a secret or the header it is inactive until it is tested and activated again',
    })
    .input(z.object({ ...fields, id: Id, name: name.optional() }))
    .output(KeyServer),
  delete: call({
    who: 'manager',
    problems: { 409: `${inUse}; or by videos that have its keys` },
  })
    .route({
      method: 'DELETE',
      path: ONE,
      successStatus: 204,
      summary: 'Delete a key server that no preset, project or video of a project needs',
    })
    .input(z.object({ id: Id }))
    .output(z.void()),
  secrets: call({ who: 'manager' })
    .route({ method: 'GET', path: `${ONE}/secrets`, summary: 'The secrets of a key server' })
    .input(z.object({ id: Id }))
    .output(z.object({ encoderSecret: z.string(), tokenSecret: z.string() })),
  test: call({ who: 'manager', isThrottled: true })
    .route({
      method: 'POST',
      path: `${ONE}/test`,
      summary: 'Ask both endpoints for a key, twice, and check what they answer',
    })
    .input(z.object({ id: Id }))
    .output(KeyServerTest),
  activate: call({ who: 'manager', problems: { 409: 'Not tested since its last change' } })
    .route({
      method: 'PUT',
      path: `${ONE}/active`,
      summary: 'Let presets and projects use a key server that has passed its test',
    })
    .input(z.object({ id: Id }))
    .output(KeyServer),
  deactivate: call({ who: 'manager', problems: { 409: inUse } })
    .route({
      method: 'PUT',
      path: `${ONE}/inactive`,
      summary: 'Stop a key server that no preset or project uses',
    })
    .input(z.object({ id: Id }))
    .output(KeyServer),
};
