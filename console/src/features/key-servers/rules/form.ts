import { HEADER_NAME, KEY_SERVER_SECRET } from '@kinora/contract/bounds';
import { checkEndpoint } from '@kinora/contract/key-server-endpoint';
import type { KeyServer } from '@kinora/contract/key-servers';

/** The settings of a server as they are typed. A secret that is left empty is kept. */
export type KeyServerForm = {
  encodingEndpoint: string;
  playbackEndpoint: string;
  secretHeaderName: string;
  encoderSecret: string;
  tokenSecret: string;
};

export const FIELDS = [
  ...(['encodingEndpoint', 'playbackEndpoint'] as const),
  ...(['secretHeaderName', 'encoderSecret', 'tokenSecret'] as const),
] as const;

/** Names the problem of a field: `keyServers.problems.{problem}`. */
export type FormProblem = 'tooLong' | 'endpoint' | 'header' | 'secret';

export const toForm = ({ encryption, secretHeaderName }: KeyServer): KeyServerForm => ({
  encodingEndpoint: encryption.encodingEncryptionKeyRequestApiEndpoint ?? '',
  playbackEndpoint: encryption.playbackEncryptionKeyRequestApiEndpoint ?? '',
  secretHeaderName,
  encoderSecret: '',
  tokenSecret: '',
});

/** Makes the input of a call; an empty endpoint is removed. */
export function toChange(form: KeyServerForm) {
  const { encoderSecret, tokenSecret } = form;
  return {
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: form.encodingEndpoint.trim(),
      playbackEncryptionKeyRequestApiEndpoint: form.playbackEndpoint.trim(),
    },
    secretHeaderName: form.secretHeaderName.trim(),
    ...(encoderSecret !== '' && { encoderSecret }),
    ...(tokenSecret !== '' && { tokenSecret }),
  };
}

export function checkForm(form: KeyServerForm): Partial<Record<keyof KeyServerForm, FormProblem>> {
  const problems: Partial<Record<keyof KeyServerForm, FormProblem>> = {};
  for (const field of ['encodingEndpoint', 'playbackEndpoint'] as const) {
    const typed = form[field].trim();
    const problem = typed === '' ? null : checkEndpoint(typed);
    if (problem !== null) problems[field] = problem === 'too_long' ? 'tooLong' : 'endpoint';
  }
  if (!HEADER_NAME.test(form.secretHeaderName.trim())) problems.secretHeaderName = 'header';
  for (const field of ['encoderSecret', 'tokenSecret'] as const) {
    if (form[field] !== '' && !KEY_SERVER_SECRET.test(form[field])) problems[field] = 'secret';
  }
  return problems;
}

const PATHS: Readonly<Record<string, keyof KeyServerForm>> = {
  'encryption.encodingEncryptionKeyRequestApiEndpoint': 'encodingEndpoint',
  'encryption.playbackEncryptionKeyRequestApiEndpoint': 'playbackEndpoint',
};

/** The field that the server means by a path. */
export const toFieldPath = (path: string): string => PATHS[path] ?? path;
