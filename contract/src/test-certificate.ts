import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type TestCertificate = { certificate: Buffer; privateKey: KeyObject };
type Wanted = { bits?: number; notBefore?: Date; notAfter?: Date; publicKey?: KeyObject };

const DAY_MS = 24 * 3600 * 1000;

/** A certificate that its own key has signed (RFC 5280 §4.1), in DER, as Apple gives one. */
export function makeTestCertificate({
  bits = 1024,
  notBefore = new Date(Date.now() - DAY_MS),
  notAfter = new Date(Date.now() + 365 * DAY_MS),
  publicKey: other,
}: Wanted = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const name = seq(set(seq(COMMON_NAME, tlv(0x0c, Buffer.from('FairPlay Streaming of Siam')))));
  const own = seq(
    tlv(0xa0, integer(2)),
    integer(0x5eed),
    SHA256_WITH_RSA,
    name,
    seq(time(notBefore), time(notAfter)),
    name,
    (other ?? publicKey).export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', own, privateKey);
  const signed = tlv(0x03, Buffer.concat([Buffer.of(0), signature]));
  return { certificate: seq(own, SHA256_WITH_RSA, signed), privateKey };
}

export function toPem({ certificate }: Pick<TestCertificate, 'certificate'>): string {
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(3, 0x82);
  length.writeUInt16BE(body.length, 1);
  const head = body.length < 0x80 ? Buffer.of(body.length) : length;
  // DER writes a length with as few bytes as it takes.
  const short = body.length > 0x7f && body.length < 0x100 ? Buffer.of(0x81, body.length) : head;
  return Buffer.concat([Buffer.of(tag), short, body]);
}
const seq = (...parts: Buffer[]) => tlv(0x30, ...parts);
const set = (...parts: Buffer[]) => tlv(0x31, ...parts);

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  return tlv(0x02, bytes.subarray(first));
}

const time = (at: Date) =>
  tlv(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+Z$/g, '')}Z`));

const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'));
const SHA256_WITH_RSA = seq(tlv(0x06, Buffer.from('2a864886f70d01010b', 'hex')), tlv(0x05));
