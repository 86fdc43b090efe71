import { isOfTeam } from '@kinora/contract/call';
import { ERROR_CODES } from '@kinora/contract/errors';
import {
  CHECKSUM_ALGORITHMS,
  TUS_BARE_PATH,
  TUS_EXTENSIONS,
  TUS_PATH,
} from '@kinora/contract/uploads';
import type { Call } from './base/calls.ts';

// The contract's routes leave this out: errors, which are alike everywhere, and tus.

/** tus has this tag; the others stand in the contract, each with its feature. */
export const uploadsTag = { name: 'uploads', description: 'Resumable upload, tus 1.0' };

export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
};

const describeProblem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The errors of a call, by status. */
export function describeProblems(call: Call, hasBody: boolean): Record<string, unknown> {
  const isOpen = call.who === 'anyone';
  const texts: Record<string, string | false> = {
    '400': 'The request can’t be read',
    '401': !isOpen && 'Not signed in',
    '403': isOpen ? 'From another site' : 'Not allowed, or a write by cookie from another site',
    '404':
      isOfTeam(call.who) && 'The team, or what is asked for in it, is not there for the caller',
    '413': hasBody && 'The body is too large',
    '415': hasBody && 'The body is not JSON',
    '422': 'A field is not valid; `errors` names it',
    '500': 'A fault of the service',
    '503': 'The service is not available; worth trying again',
    ...call.problems,
  };
  const problems = Object.entries(texts).flatMap(([status, text]) =>
    text ? [[status, describeProblem(text)] as const] : [],
  );
  return { ...Object.fromEntries(problems), ...(call.isThrottled ? { '429': throttled } : {}) };
}

const throttled = {
  ...describeProblem('Too many tries, or too much in one hour'),
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
};

export const teamParameter = {
  name: 'X-Team',
  in: 'header',
  required: false,
  description:
    'Namespace of the team. With a personal token it may be left out when the account belongs to one team.',
  schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{1,62}$' },
};

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const describeHeader = (
  name: string,
  description: string,
  schema: object = text,
  required = true,
) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});
const version = { type: 'string', const: '1.0.0' };
const tusVersion = describeHeader('Tus-Resumable', 'Version of the protocol', version);
const checksum = describeHeader(
  'Upload-Checksum',
  `Of this body: one of ${CHECKSUM_ALGORITHMS.join(', ')}, a space, the digest in base64`,
  text,
  false,
);
const uploadId = {
  name: 'uploadId',
  in: 'path',
  required: true,
  description: 'Last part of the `Location` that creation answered',
  schema: text,
};
const bytes = {
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

/** Headers of tus answers. */
const tusHeaders = {
  'Tus-Resumable': { schema: version },
  'Upload-Offset': { description: 'Bytes kept', schema: count },
  'Upload-Length': { description: 'Bytes of the file', schema: count },
  'Upload-Metadata': { description: 'As given at creation', schema: text },
  'Upload-Expires': { description: 'While unfinished: until when it is kept', schema: text },
  Location: { description: 'Address of the upload, without host', schema: text },
  'Tus-Version': { schema: version },
  'Tus-Max-Size': { description: 'Most bytes of one upload', schema: count },
  'Tus-Extension': { description: TUS_EXTENSIONS.join(', '), schema: text },
  'Tus-Checksum-Algorithm': { description: CHECKSUM_ALGORITHMS.join(', '), schema: text },
};
const pickHeaders = (names: (keyof typeof tusHeaders)[]) =>
  Object.fromEntries(['Tus-Resumable' as const, ...names].map((name) => [name, tusHeaders[name]]));

const tusProblems = {
  '400': 'A header is missing or can’t be read, or the body broke off',
  '401': 'Not signed in',
  '403': 'Final: not allowed, or the video has its file',
  '404': 'No such upload or video',
  '412': 'Another version of tus',
  '423': 'Another request is writing; try again',
  '503': 'The service is not available; worth trying again',
};
const writeProblems = {
  '409': 'Not at this offset; HEAD says which',
  '410': 'The upload expired',
  '413': 'More bytes than announced, or than are taken',
  '415': 'The body is not application/offset+octet-stream',
  '460': 'The checksum does not match; the bytes were dropped',
  '507': 'Storage is full',
};

function describeOperation(
  [id, summary]: [string, string],
  parameters: unknown[],
  [status, description, ...names]: [string, string, ...(keyof typeof tusHeaders)[]],
  problems: Record<string, string> = {},
  others: Record<string, unknown> = {},
) {
  const all = Object.entries({ ...tusProblems, ...problems });
  return {
    operationId: `uploads.${id}`,
    tags: ['uploads'],
    summary,
    parameters: [teamParameter, tusVersion, ...parameters],
    responses: {
      [status]: { description, headers: pickHeaders(names) },
      ...Object.fromEntries(
        // An answer to HEAD has no body.
        all.map(([code, words]) => [
          code,
          id === 'offset' ? { description: words } : describeProblem(words),
        ]),
      ),
      ...others,
    },
  };
}

const describeOptions = (id: string) => ({
  operationId: `uploads.${id}`,
  tags: ['uploads'],
  summary: 'Version, extensions, highest size and checksum algorithms',
  security: [],
  responses: {
    '204': {
      description: 'In the headers',
      headers: pickHeaders([
        'Tus-Version',
        'Tus-Max-Size',
        'Tus-Extension',
        'Tus-Checksum-Algorithm',
      ]),
    },
    '400': describeProblem('The request can’t be read'),
  },
});

export const uploadPaths = {
  [TUS_BARE_PATH]: {
    post: {
      ...describeOperation(
        ['create', 'Begin an upload for a video; with a body, its first bytes come along'],
        [
          describeHeader('Upload-Length', 'Bytes of the file, as announced with the video', count),
          describeHeader(
            'Upload-Metadata',
            '`videoKey`, `filename` and `filetype`, each with a space and its value in base64, between commas',
          ),
          checksum,
        ],
        ['201', 'Created', 'Location', 'Upload-Offset', 'Upload-Expires'],
        { ...writeProblems, '422': 'A field of the metadata, or the length, is not valid' },
        { '429': throttled },
      ),
      requestBody: { required: false, ...bytes },
    },
    options: describeOptions('capabilities'),
  },
  [`${TUS_PATH}{uploadId}`]: {
    parameters: [uploadId],
    head: describeOperation(
      ['offset', 'How many bytes are kept'],
      [],
      ['200', 'Known', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires'],
      { '410': 'The upload expired' },
    ),
    patch: {
      ...describeOperation(
        ['append', 'Go on at an offset; the answer comes when the bytes are durable'],
        [describeHeader('Upload-Offset', 'As HEAD says', count), checksum],
        ['204', 'Kept', 'Upload-Offset', 'Upload-Expires'],
        writeProblems,
      ),
      requestBody: { required: true, ...bytes },
    },
    delete: describeOperation(
      ['terminate', 'Give an upload up; the bytes of an unfinished one are freed'],
      [],
      ['204', 'Gone, or finished: the video keeps its file'],
    ),
    options: describeOptions('capabilitiesOfOne'),
  },
};
