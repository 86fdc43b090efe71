import { KEY_SERVER_FAILURES } from '@kinora/contract/key-server-failures';

const WORDS = [...KEY_SERVER_FAILURES, 'inactive', 'no_server', 'another_key'] as const;

/** Says why no key came: `videos.keyProblem.{word}`; `other` for unknown words. */
export type KeyCause =
  | { word: (typeof WORDS)[number] | 'other' }
  | { word: 'status'; status: number }
  | { word: 'length'; count: number };

/** Reads the technical word of the server, as `timeout` or `status 403, 0 bytes`. */
export function readKeyCause(detail: string): KeyCause {
  const word = WORDS.find((one) => one === detail);
  if (word !== undefined) return { word };
  const [, status, bytes] = /^status (\d{3}), (\d+) bytes$/.exec(detail) ?? [];
  if (status === undefined) return { word: 'other' };
  return status === '200'
    ? { word: 'length', count: Number(bytes) }
    : { word: 'status', status: Number(status) };
}
