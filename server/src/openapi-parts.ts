import { errorCodes } from '@kinora/contract/errors';
import { checksumAlgorithms, tusPath } from '@kinora/contract/uploads';

// What the contract's routes do not say: errors, which are alike everywhere, and tus.

export const tags = [
  { name: 'accounts', description: 'Signing in, the own account' },
  { name: 'geo-blocking', description: 'Where videos may be watched' },
  { name: 'page views', description: 'Use of the console' },
  { name: 'personal tokens', description: 'Access for programs' },
  { name: 'playback channels', description: 'Where videos are delivered' },
  { name: 'presets', description: 'What is made of a source file' },
  { name: 'projects', description: 'Videos are kept in projects' },
  { name: 'uploads', description: 'Resumable upload, tus 1.0' },
  { name: 'videos', description: 'Videos, their state, tags and playback addresses' },
];

export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
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

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The errors of a call, by status. */
export function problemResponses(call: { isOpen: boolean; path: string }): Record<string, unknown> {
  return {
    '400': problem('The request can’t be read'),
    ...(call.isOpen ? {} : { '401': problem('Not signed in'), '403': problem('Not allowed') }),
    ...(call.path.includes('{')
      ? { '404': problem('Not there, or not for the caller to see') }
      : {}),
    '422': problem('A field is not valid; `errors` names it'),
    '500': problem('A fault of the service'),
    '503': problem('The service is not available'),
  };
}

const tusVersion = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { type: 'string', const: '1.0.0' },
};
const header = (name: string, description: string, required: boolean) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
const uploadId = { name: 'uploadId', in: 'path', required: true, schema: { type: 'string' } };
const bytes = {
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
};
const checksum = header('Upload-Checksum', `${checksumAlgorithms.join(', ')}, and base64`, false);

function operation(id: string, summary: string, parameters: unknown[], ok: [string, string]) {
  return {
    operationId: `uploads.${id}`,
    tags: ['uploads'],
    summary,
    parameters,
    responses: {
      [ok[0]]: { description: ok[1] },
      '401': problem('Not signed in'),
      '403': problem('Final: not allowed, or the video has its file'),
      '404': problem('No such upload or video'),
      '412': problem('Another version of tus'),
    },
  };
}

export const uploadPaths = {
  [tusPath]: {
    post: {
      ...operation(
        'create',
        'Begin an upload for a video; with a body, its first bytes come along',
        [
          tusVersion,
          header('Upload-Length', 'Bytes of the file, as announced with the video', true),
          header('Upload-Metadata', 'filename, filetype and videoKey, base64', true),
          checksum,
        ],
        ['201', 'Created; `Location` is the address of the upload'],
      ),
      requestBody: { required: false, ...bytes },
    },
    options: {
      operationId: 'uploads.capabilities',
      tags: ['uploads'],
      summary: 'Version, extensions, highest size and checksum algorithms',
      security: [],
      responses: { '204': { description: 'In the headers' }, '404': problem('Not there') },
    },
  },
  [`${tusPath}{uploadId}`]: {
    head: operation(
      'offset',
      'How many bytes are kept',
      [uploadId, tusVersion],
      ['200', '`Upload-Offset`, `Upload-Length`, `Upload-Expires`'],
    ),
    patch: {
      ...operation(
        'append',
        'Go on at an offset; the answer comes when the bytes are durable',
        [uploadId, tusVersion, header('Upload-Offset', 'As HEAD says', true), checksum],
        ['204', 'Kept; `Upload-Offset` is the new one'],
      ),
      requestBody: { required: true, ...bytes },
    },
    delete: operation(
      'terminate',
      'Give an unfinished upload up',
      [uploadId, tusVersion],
      ['204', 'Its bytes are freed'],
    ),
  },
};
