import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** One way to write a signature into an address. */
export type SignatureForm = {
  name: 'x' | 'ark-v2';
  parameters: { keyId: string; expires: string; pathPrefix: string; signature: string };
  /** Parameters that have this one value, or the form is another. */
  fixed: Readonly<Record<string, string>>;
  /** Conditions by the name that the signed text gives them, in its order. */
  conditions: readonly Condition[];
  /** A signature's one spelling. */
  spelling: RegExp;
  sign: (secret: Uint8Array, lines: readonly string[]) => string;
};

export type ConditionName = 'client_ip' | 'geo_allow' | 'geo_block' | 'user_agent';
type Condition = {
  name: ConditionName;
  parameter: string;
  value: RegExp;
  /** A flag stands in the address; what the viewer has stands in the text. */
  isFlag: boolean;
};

const FLAG = /^1$/;
const COUNTRIES = /^[A-Z]{2}(?:,[A-Z]{2}){0,299}$/;

// Node looks at raw bytes for 8 µs before it uses them as a key.
const opened = new WeakMap<Uint8Array, KeyObject>();

function openSecret(secret: Uint8Array): KeyObject {
  const known = opened.get(secret) ?? createSecretKey(secret);
  opened.set(secret, known);
  return known;
}

export const X: SignatureForm = {
  name: 'x',
  parameters: {
    keyId: 'x_key_id',
    expires: 'x_expires',
    pathPrefix: 'x_path_prefix',
    signature: 'x_signature',
  },
  fixed: {},
  conditions: [
    { name: 'client_ip', parameter: 'x_client_ip', value: FLAG, isFlag: true },
    { name: 'geo_allow', parameter: 'x_geo_allow', value: COUNTRIES, isFlag: false },
    { name: 'geo_block', parameter: 'x_geo_block', value: COUNTRIES, isFlag: false },
  ],
  spelling: /^[A-Za-z0-9_-]{43}$/,
  sign: (secret, lines) =>
    createHmac('sha256', openSecret(secret)).update(lines.join('\n')).digest('base64url'),
};

/** The older form, which other services' signers write. */
export const ARK_V2: SignatureForm = {
  name: 'ark-v2',
  parameters: {
    keyId: 'x_ark_access_id',
    expires: 'x_ark_expires',
    pathPrefix: 'x_ark_path_prefix',
    signature: 'x_ark_signature',
  },
  fixed: { x_ark_auth_type: 'ark-v2' },
  conditions: [
    { name: 'client_ip', parameter: 'x_ark_client_ip', value: FLAG, isFlag: true },
    { name: 'user_agent', parameter: 'x_ark_user_agent', value: FLAG, isFlag: true },
  ],
  spelling: /^[A-Za-z0-9_-]{22}$/,
  sign: (secret, lines) =>
    createHash('md5')
      .update(`${lines.join('\n')}\n`)
      .update(secret)
      .digest('base64url'),
};

/** A signature as an address carries it. */
export type Signature = {
  form: SignatureForm;
  keyId: string;
  /** Unix seconds, as they stand there. */
  expires: string;
  /** The signature covers all paths below this one, which ends in a slash; null: just the exact path. */
  pathPrefix: string | null;
  /** Values as they stand in the address. */
  conditions: ReadonlyMap<ConditionName, string>;
  signature: string;
};

export const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
export const EXPIRES = /^[1-9][0-9]{0,11}$/;
/** No other text of a path means the same: no escapes, empty segments or segments of dots. */
export const PATH_PREFIX = /^\/(?:(?!\.{1,2}\/)[A-Za-z0-9_.~-]{1,64}\/){0,8}$/;

/** A signature is made over these, and the secret. */
export type Signed = Omit<Signature, 'signature'> & {
  host: string;
  /** Counts where there is no prefix. */
  path: string;
  clientAddress: string | null;
  userAgent: string | null;
};

/** Lays out the lines that are signed, as decisions, section 5, says. */
export function listSignedLines(signed: Signed): string[] {
  const { form, host, path, pathPrefix, conditions, expires } = signed;
  const seen = { client_ip: signed.clientAddress, user_agent: signed.userAgent };
  const lines = ['GET', host, pathPrefix ?? path];
  for (const { name, isFlag } of form.conditions) {
    const value = conditions.get(name);
    if (value === undefined) continue;
    const text = isFlag ? (seen[name as keyof typeof seen] ?? '') : value;
    lines.push(`${name}:${text}`);
  }
  lines.push(expires);
  return lines;
}

/** Writes a signature as query parameters. None of its letters has to be escaped in an address or a cookie. */
export function writeSignature(signature: Signature): string {
  const { form, keyId, expires, pathPrefix, conditions } = signature;
  const { parameters } = form;
  const parts = [`${parameters.keyId}=${keyId}`];
  for (const [name, value] of Object.entries(form.fixed)) parts.push(`${name}=${value}`);
  parts.push(`${parameters.expires}=${expires}`);
  if (pathPrefix !== null) parts.push(`${parameters.pathPrefix}=${pathPrefix}`);
  for (const { name, parameter } of form.conditions) {
    const value = conditions.get(name);
    if (value !== undefined) parts.push(`${parameter}=${value.replaceAll(',', '%2C')}`);
  }
  parts.push(`${parameters.signature}=${signature.signature}`);
  return parts.join('&');
}
