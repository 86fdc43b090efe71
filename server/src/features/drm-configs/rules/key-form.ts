/** X.690's DER, as far as the head of a private key needs it. */
type Element = { tag: number; body: Buffer };

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const SEQUENCE = 0x30;
/** RFC 8017 §C. */
const RSA = Buffer.from('2a864886f70d010101', 'hex');
/** RFC 8018 §A.4 and §A.2: PBES2 and PBKDF2. */
const PBES2 = Buffer.from('2a864886f70d01050d', 'hex');
const PBKDF2 = Buffer.from('2a864886f70d01050c', 'hex');

/** OpenSSL writes 2,048, and password stores of today some 600,000. */
export const MAX_KEY_ROUNDS = 1_000_000;

/** `slow`: its passphrase is hashed too often, or by a scheme whose work can't be told. */
export type KeyForm = 'pkcs1' | 'pkcs8' | 'encrypted' | 'slow';

/**
 * Classifies a private key before OpenSSL opens it, since the file itself chooses how much work that is: the
 * rounds of hashing a passphrase (RFC 5958 §3), or the length of a DSA key's exponent. Null for all but one
 * complete RSA key in DER, as OpenSSL would accept more.
 */
export function readKeyForm(der: Buffer): KeyForm | null {
  const [outer, ...others] = readElements(der);
  if (outer?.tag !== SEQUENCE || others.length > 0) return null;
  const [first, second, third] = readElements(outer.body);
  if (first?.tag === SEQUENCE && second?.tag === OCTET_STRING && !third) {
    const rounds = readRounds(first.body);
    return rounds !== null && rounds <= MAX_KEY_ROUNDS ? 'encrypted' : 'slow';
  }
  if (first?.tag !== INTEGER) return null;
  if (second?.tag === INTEGER) return 'pkcs1';
  const [algorithm] = second?.tag === SEQUENCE ? readElements(second.body) : [];
  return algorithm?.body.equals(RSA) ? 'pkcs8' : null;
}

/** @param algorithm an AlgorithmIdentifier: of PBES2, or of the schemes before it */
function readRounds(algorithm: Buffer): number | null {
  const [scheme, params] = readElements(algorithm);
  if (!scheme || !params) return null;
  if (!scheme.body.equals(PBES2)) return readCount(params);
  const [derivation] = readElements(params.body);
  const [name, its] = derivation ? readElements(derivation.body) : [];
  return name?.body.equals(PBKDF2) && its ? readCount(its) : null;
}

/** Both have a salt and then the count. */
function readCount({ body }: Element): number | null {
  const count = readElements(body)[1];
  if (count?.tag !== INTEGER || count.body.length < 1 || count.body.length > 6) return null;
  return count.body.readUIntBE(0, count.body.length);
}

/** Reads what stands one after the other; nothing at all where it isn't whole elements to the last byte. */
function readElements(der: Buffer): Element[] {
  const found: Element[] = [];
  let rest = der;
  while (rest.length > 0) {
    const [element, length] = readElement(rest) ?? [];
    if (!element || length === undefined) return [];
    found.push(element);
    rest = rest.subarray(length);
  }
  return found;
}

/** The first element and all of its bytes. Null for tags of many bytes, and for lengths that only BER has. */
function readElement(der: Buffer): [Element, number] | null {
  if (der.length < 2 || (der.readUInt8(0) & 0x1f) === 0x1f) return null;
  const short = der.readUInt8(1);
  const more = short < 0x80 ? 0 : short - 0x80;
  if ((short >= 0x80 && more === 0) || more > 4 || der.length < 2 + more) return null;
  const start = 2 + more;
  const end = start + (more === 0 ? short : der.readUIntBE(2, more));
  if (der.length < end) return null;
  return [{ tag: der.readUInt8(0), body: der.subarray(start, end) }, end];
}
