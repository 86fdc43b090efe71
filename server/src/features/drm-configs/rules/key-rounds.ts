/** RFC 5652's DER, as far as the head of an encrypted key needs it. */
type Element = { tag: number; body: Buffer };

const INTEGER = 0x02;
const SEQUENCE = 0x30;
/** RFC 8018 §A.4 and §A.2: PBES2 and PBKDF2. */
const PBES2 = Buffer.from('2a864886f70d01050d', 'hex');
const PBKDF2 = Buffer.from('2a864886f70d01050c', 'hex');

/** OpenSSL writes 2,048, and password stores of today some 600,000. */
export const MAX_KEY_ROUNDS = 1_000_000;

/**
 * Whether a private key may be opened: the file itself says how often its passphrase is hashed, and
 * the process does nothing else meanwhile. Keys in the clear may; so do encrypted ones (RFC 5958 §3)
 * whose rounds can be read and are few.
 */
export function hasFewRounds(der: Buffer): boolean {
  const [outer] = readElements(der);
  const [first] = outer?.tag === SEQUENCE ? readElements(outer.body) : [];
  if (first?.tag !== SEQUENCE) return true;
  const rounds = readRounds(first.body);
  return rounds !== null && rounds <= MAX_KEY_ROUNDS;
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

/** Reads what stands one after the other; nothing of what is cut off. */
function readElements(der: Buffer): Element[] {
  const found: Element[] = [];
  for (let rest = der; rest.length >= 2;) {
    const short = rest.readUInt8(1);
    const more = short < 0x80 ? 0 : short - 0x80;
    if ((short >= 0x80 && more === 0) || more > 4 || rest.length < 2 + more) break;
    const start = 2 + more;
    const length = more === 0 ? short : rest.readUIntBE(2, more);
    if (rest.length < start + length) break;
    found.push({ tag: rest.readUInt8(0), body: rest.subarray(start, start + length) });
    rest = rest.subarray(start + length);
  }
  return found;
}
