import { isIPv4, isIPv6 } from 'node:net';
import {
  ARK_V2,
  type ConditionName,
  EXPIRES,
  KEY_ID,
  listSignedLines,
  PATH_PREFIX,
  type SignatureForm,
  writeSignature,
  X,
} from './signature-forms.ts';

/** A URL signing key, as the console shows it. */
export type SigningKey = { keyId: string; keySecret: string };

type Ends = {
  /** The address plays until then, to the second. */
  expiresAt: Date;
  /** Signs all below this path, which ends in a slash, in place of the one address. */
  pathPrefix?: string;
  /** Lets in this IP address alone. */
  clientIp?: string;
};

export type SignOptions = Ends & {
  /** Codes of countries (ISO 3166-1 alpha-2), which alone are let in. */
  geoAllow?: readonly string[];
  /** Codes of countries that are kept out. */
  geoBlock?: readonly string[];
};

export type ArkV2Options = Ends & {
  /** Lets in this `User-Agent` alone. */
  userAgent?: string;
};

/**
 * Returns the address with a signature, which a playback channel with this key accepts.
 *
 * @param address of a playlist, manifest, MP4, cover, embed or watch page, with its host
 */
export function signAddress(address: string, key: SigningKey, options: SignOptions): string {
  const { geoAllow, geoBlock } = options;
  const conditions = new Map<ConditionName, string>();
  if (geoAllow) conditions.set('geo_allow', geoAllow.join(','));
  if (geoBlock) conditions.set('geo_block', geoBlock.join(','));
  return sign(X, address, key, { ...options, conditions });
}

/**
 * Returns the address with a signature in the older form, which a playback channel accepts only
 * where its team has allowed it.
 */
export function signArkV2Address(address: string, key: SigningKey, options: ArkV2Options): string {
  const conditions = new Map<ConditionName, string>();
  if (options.userAgent !== undefined) conditions.set('user_agent', '1');
  return sign(ARK_V2, address, key, { ...options, conditions });
}

type Options = Ends & { userAgent?: string; conditions: Map<ConditionName, string> };

function sign(
  form: SignatureForm,
  address: string,
  { keyId, keySecret }: SigningKey,
  options: Options,
): string {
  const { expiresAt, pathPrefix = null, clientIp, userAgent = null, conditions } = options;
  const url = new URL(address);
  if (clientIp !== undefined) conditions.set('client_ip', '1');
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const unsigned = { form, keyId, expires, pathPrefix, conditions };
  assertSignable(url, unsigned);
  const lines = listSignedLines({
    ...unsigned,
    host: url.host,
    path: url.pathname,
    clientAddress: clientIp === undefined ? null : canonicalAddress(clientIp),
    userAgent,
  });
  const signature = form.sign(Buffer.from(keySecret), lines);
  const added = writeSignature({ ...unsigned, signature });
  // `searchParams` would rewrite the rest of the query.
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

type Unsigned = {
  form: SignatureForm;
  keyId: string;
  expires: string;
  pathPrefix: string | null;
  conditions: ReadonlyMap<ConditionName, string>;
};

/**
 * Throws for addresses that every judge would refuse, so that the caller sees the mistake before a viewer
 * does.
 */
function assertSignable(url: URL, { form, keyId, expires, pathPrefix, conditions }: Unsigned) {
  if (/[?&](?:x|%78)(?:_|%5[Ff])/.test(url.search))
    throw new TypeError('The address is signed already.');
  if (!KEY_ID.test(keyId)) throw new TypeError('keyId is no id of a URL signing key.');
  if (!EXPIRES.test(expires)) throw new TypeError('expiresAt is no time after 1970.');
  if (pathPrefix !== null && !PATH_PREFIX.test(pathPrefix)) {
    throw new TypeError('pathPrefix must begin and end with a slash, and hold no escapes or dots.');
  }
  if (pathPrefix !== null && !isCovered(url.pathname, pathPrefix)) {
    throw new TypeError('The address does not lie below pathPrefix.');
  }
  for (const { name, value } of form.conditions) {
    const given = conditions.get(name);
    if (given !== undefined && !value.test(given)) {
      throw new TypeError(`${name} is no list of country codes like TH,LA.`);
    }
  }
}

/** The prefix of a video's stream covers its pages too. */
function isCovered(path: string, pathPrefix: string): boolean {
  const videoKey = /^\/(?:embed|watch)\/([^/]+)$/.exec(path)?.[1];
  return path.startsWith(pathPrefix) || pathPrefix === `/streams/${videoKey}/`;
}

/** An IPv6 address has many spellings; the edge knows the one that URLs have. */
function canonicalAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  const plain = mapped?.[1] ?? ip;
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) throw new TypeError('clientIp is no IP address.');
  return new URL(`http://[${plain}]`).hostname.slice(1, -1);
}
