import { createHash, createHmac } from 'node:crypto';

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

const X: SignatureForm = {
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
    createHmac('sha256', secret).update(lines.join('\n')).digest('base64url'),
};

/** The older form, which other services' signers write. */
const ARK_V2: SignatureForm = {
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
  /** It covers all below this path, which ends in a slash; null: the exact path alone. */
  pathPrefix: string | null;
  /** Values as they stand in the address. */
  conditions: ReadonlyMap<ConditionName, string>;
  signature: string;
};

const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
const EXPIRES = /^[1-9][0-9]{0,11}$/;
/** No other text of a path means the same: no escapes, empty segments or segments of dots. */
const PATH_PREFIX = /^\/(?:(?!\.{1,2}\/)[A-Za-z0-9_.~-]{1,64}\/){0,8}$/;

/**
 * Reads the signature of a raw query. `missing`: it has none; `malformed`: one that is repeated in
 * part, or in a spelling that nobody signs with.
 *
 * @param acceptsArkV2 else its parameters are none
 */
export function parseSignature(
  query: string,
  acceptsArkV2: boolean,
): Signature | 'missing' | 'malformed' {
  if (!query.includes('x_')) return 'missing';
  const given = readParameters(query);
  if (given === null) return 'malformed';
  const isX = given.has(X.parameters.signature) || given.has(X.parameters.keyId);
  if (isX) return readSignature(X, given);
  const isArk = acceptsArkV2 && given.has(ARK_V2.parameters.signature);
  return isArk ? readSignature(ARK_V2, given) : 'missing';
}

/** Parameters whose names begin with `x_`; null when one is repeated or no text. */
function readParameters(query: string): Map<string, string> | null {
  const given = new Map<string, string>();
  for (const part of query.split('&')) {
    if (!part.startsWith('x_')) continue;
    const mark = part.indexOf('=');
    const name = mark < 0 ? part : part.slice(0, mark);
    if (given.has(name)) return null;
    const value = mark < 0 ? '' : part.slice(mark + 1);
    try {
      given.set(name, value.includes('%') ? decodeURIComponent(value) : value);
    } catch {
      return null;
    }
  }
  return given;
}

function readSignature(
  form: SignatureForm,
  given: ReadonlyMap<string, string>,
): Signature | 'malformed' {
  const { parameters } = form;
  const keyId = given.get(parameters.keyId) ?? '';
  const expires = given.get(parameters.expires) ?? '';
  const signature = given.get(parameters.signature) ?? '';
  const pathPrefix = given.get(parameters.pathPrefix) ?? null;
  if (!KEY_ID.test(keyId) || !EXPIRES.test(expires)) return 'malformed';
  if (!form.spelling.test(signature)) return 'malformed';
  if (pathPrefix !== null && !PATH_PREFIX.test(pathPrefix)) return 'malformed';
  for (const [name, value] of Object.entries(form.fixed)) {
    if (given.get(name) !== value) return 'malformed';
  }
  const conditions = new Map<ConditionName, string>();
  for (const { name, parameter, value: allowed } of form.conditions) {
    const value = given.get(parameter);
    if (value === undefined) continue;
    if (!allowed.test(value)) return 'malformed';
    conditions.set(name, value);
  }
  return { form, keyId, expires, pathPrefix, conditions, signature };
}

/** A signature is made over these, and the secret. */
export type Signed = Omit<Signature, 'signature'> & {
  host: string;
  /** Counts where there is no prefix. */
  path: string;
  clientAddress: string | null;
  userAgent: string | null;
};

/** Signs an address, as decisions, section 5, lays the lines out. */
export function createSignature(secret: Uint8Array, signed: Signed): string {
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
  return signOnce(form, secret, lines);
}

/** All that one viewer fetches of a stream is signed over the same lines. */
const MAX_KEPT = 1000;
const kept = new WeakMap<Uint8Array, Map<string, string>>();

/** Signs lines that were signed before without another hash; the oldest of a secret are forgotten. */
function signOnce({ name, sign }: SignatureForm, secret: Uint8Array, lines: string[]): string {
  const ofSecret = kept.get(secret) ?? new Map<string, string>();
  kept.set(secret, ofSecret);
  const key = `${name}\n${lines.join('\n')}`;
  const known = ofSecret.get(key);
  if (known !== undefined) return known;
  const signature = sign(secret, lines);
  ofSecret.set(key, signature);
  const [oldest] = ofSecret.size > MAX_KEPT ? ofSecret.keys() : [];
  if (oldest !== undefined) ofSecret.delete(oldest);
  return signature;
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

/**
 * Writes the query with which the console shows a file to a member of its team, whatever the channel
 * demands of viewers. Of a playlist it carries to all of the stream, of a picture to that alone.
 *
 * @param expires unix seconds
 */
export function signForTeam(
  teamKey: Uint8Array,
  { host, path, expires }: { host: string; path: string; expires: number },
): string {
  const unsigned = {
    ...{ form: X, keyId: TEAM_KEY_ID, expires: String(expires), pathPrefix: null },
    conditions: new Map<ConditionName, string>(),
  };
  const facts = { host, path, clientAddress: null, userAgent: null };
  const signature = createSignature(teamKey, { ...unsigned, ...facts });
  return writeSignature({ ...unsigned, signature });
}

/** No key that a team makes has this id. */
export const TEAM_KEY_ID = 'team';
