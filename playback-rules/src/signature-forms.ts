import {
  ARK_V2,
  type ConditionName,
  EXPIRES,
  KEY_ID,
  listSignedLines,
  PATH_PREFIX,
  type Signature,
  type SignatureForm,
  type Signed,
  writeSignature,
  X,
} from '@kinora/sign/signature-forms';

/**
 * Reads the signature of a raw query. `missing`: it has none; `malformed`: parameters are repeated, or in a
 * spelling that signers don't use.
 *
 * @param acceptsArkV2 when false, that form's parameters are ignored
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

/** Reads parameters that begin with `x_`, in their one spelling; null when one is repeated or unknown. */
function readParameters(query: string): Map<string, string> | null {
  const given = new Map<string, string>();
  for (const part of query.split('&')) {
    const mark = part.indexOf('=');
    const name = mark < 0 ? part : part.slice(0, mark);
    if (!name.startsWith('x_')) {
      // A cache or a proxy would take it for another one.
      if (name.includes('%') && unescape(name)?.startsWith('x_')) return null;
      continue;
    }
    if (given.has(name)) return null;
    given.set(name, readValue(mark < 0 ? '' : part.slice(mark + 1)));
  }
  return given;
}

/**
 * A value may stand as it is or with all escaped that `encodeURIComponent` escapes, as languages write
 * queries. In any other spelling it keeps its `%`, which is part of no signature.
 */
function readValue(raw: string): string {
  const text = raw.includes('%') ? unescape(raw) : null;
  return text !== null && encodeURIComponent(text) === raw ? text : raw;
}

function unescape(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
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

/** Signs an address by the form's own words. */
export function createSignature(secret: Uint8Array, signed: Signed): string {
  return signed.form.sign(secret, listSignedLines(signed));
}

/**
 * Writes the query with which the console shows a file to a member of its team, whatever the channel demands
 * of viewers. For the main playlist it covers the whole stream, for any other file those that it lists.
 *
 * @param expires unix seconds
 */
export function signForTeam(
  teamKey: Uint8Array,
  { host, path, expires }: { host: string; path: string; expires: number },
): string {
  const unsigned = {
    form: X,
    keyId: TEAM_KEY_ID,
    expires: String(expires),
    pathPrefix: null,
    conditions: new Map<ConditionName, string>(),
  };
  const facts = { host, path, clientAddress: null, userAgent: null };
  const signature = createSignature(teamKey, { ...unsigned, ...facts });
  return writeSignature({ ...unsigned, signature });
}

/** No key that a team makes has this id. */
export const TEAM_KEY_ID = 'team';

/** Addresses that the console shows have it; whether it is right is another question. */
export const TEAM_MARK = `x_key_id=${TEAM_KEY_ID}`;
