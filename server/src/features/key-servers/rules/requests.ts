import { createHmac } from 'node:crypto';

/** A key is asked for by these (decisions, section 6): the same three always give the same key. */
export type KeyClaims = { contentId: string; tech: 'aes128'; definition: string };

/** The parts of a request for a key. The secrets stay in the memory of the process that sends it. */
export type KeyServerAccess = {
  id: string;
  version: number;
  isActive: boolean;
  encodingEndpoint: string | null;
  playbackEndpoint: string | null;
  secretHeaderName: string;
  encoderSecret: string;
  tokenSecret: string;
};

/** Secrets are sealed for these places. */
export const getEncoderSecretPlace = (id: string): string => `key server ${id} encoder secret`;
export const getTokenSecretPlace = (id: string): string => `key server ${id} token secret`;

/** A request token: a JWT by HS256 (RFC 7519, RFC 7515), which players carry in an address. */
export function signKeyToken(tokenSecret: string, claims: KeyClaims): string {
  const { contentId, tech, definition } = claims;
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const text = `${header}.${encode({ content_id: contentId, tech, definition })}`;
  const signature = createHmac('sha256', tokenSecret).update(text).digest('base64url');
  return `${text}.${signature}`;
}

/** The address that a key is asked for at. */
export function toKeyUrl(endpoint: string, token: string): string {
  const url = new URL(endpoint);
  url.searchParams.set('token', token);
  return url.href;
}
