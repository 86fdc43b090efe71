import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { type FairplayFiles, readFairplay } from './fairplay.ts';
import { type KeyForm, MAX_KEY_ROUNDS, readKeyForm } from './key-form.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const dates = { notBefore: new Date('2026-01-01Z'), notAfter: new Date('2027-01-01Z') };
const made = makeTestCertificate(dates);
const certificate = toPem(made);

type Form = { type?: 'pkcs1' | 'pkcs8'; passphrase?: string };
function pem(key: KeyObject, { type = 'pkcs8', passphrase }: Form = {}): string {
  const cipher = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return String(key.export({ type, format: 'pem', ...cipher }));
}
const privateKey = pem(made.privateKey);

function problemOf(given: Partial<FairplayFiles>, now = NOW): string | null {
  const read = readFairplay({ certificate, privateKey, ...given }, now);
  return 'problem' in read ? `${read.problem.path} ${read.problem.code}` : null;
}

test('a certificate is read as PEM and as DER, with its key in each form that OpenSSL writes', () => {
  const base64 = made.certificate.toString('base64');
  for (const given of [
    certificate,
    `\n${certificate}`,
    base64,
    `${base64.slice(0, 40)}\n${base64.slice(40)}`,
  ])
    assert.equal(problemOf({ certificate: given }), null);
  for (const type of ['pkcs1', 'pkcs8'] as const) {
    assert.equal(problemOf({ privateKey: pem(made.privateKey, { type }) }), null);
    const locked = pem(made.privateKey, { type, passphrase: 'ความลับ' });
    assert.equal(problemOf({ privateKey: locked, privateKeyPassphrase: 'ความลับ' }), null);
    const wrong = { privateKey: locked, privateKeyPassphrase: 'another' };
    assert.equal(problemOf(wrong), 'privateKeyPassphrase wrong_passphrase');
    assert.equal(problemOf({ privateKey: locked }), 'privateKeyPassphrase required');
  }
  const read = readFairplay({ certificate, privateKey: `Bag Attributes\n${privateKey}` }, NOW);
  assert.ok(!('problem' in read));
  assert.deepEqual(read.certificate, made.certificate);
  assert.equal(read.expiresAt.toISOString(), '2027-01-01T00:00:00.000Z');
  const key = createPrivateKey({ key: read.privateKey, format: 'der', type: 'pkcs8' });
  assert.ok(key.equals(made.privateKey));
});

test('a certificate counts while it is valid, and with the keys that FairPlay has', () => {
  assert.equal(problemOf({}, new Date('2027-01-01Z')), 'certificate certificate_expired');
  assert.equal(problemOf({}, new Date('2025-12-31Z')), 'certificate certificate_not_yet_valid');
  const big = makeTestCertificate({ ...dates, bits: 2048 });
  const bigKey = pem(big.privateKey);
  assert.equal(problemOf({ certificate: toPem(big), privateKey: bigKey }), null);
  assert.equal(problemOf({ privateKey: bigKey }), 'privateKey key_mismatch');
  const others = [
    generateKeyPairSync('rsa', { modulusLength: 3072 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ];
  for (const { publicKey } of others) {
    const given = toPem(makeTestCertificate({ ...dates, publicKey }));
    assert.equal(problemOf({ certificate: given }), 'certificate certificate_not_supported');
  }
});

test('what is no certificate is refused, and a private key by its name', () => {
  const der = (type: 'pkcs1' | 'pkcs8') =>
    made.privateKey.export({ type, format: 'der' }).toString('base64');
  const locked = pem(made.privateKey, { passphrase: 'x' });
  for (const given of [
    privateKey,
    locked,
    `${certificate}${privateKey}`,
    der('pkcs1'),
    der('pkcs8'),
  ])
    assert.equal(problemOf({ certificate: given }), 'certificate private_key_as_certificate');
  const spki = String(
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
  );
  const cut = made.certificate.subarray(0, -20).toString('base64');
  for (const given of [
    'x',
    spki,
    cut,
    `${certificate}${certificate}`,
    certificate.replaceAll('E', '!'),
  ])
    assert.equal(problemOf({ certificate: given }), 'certificate not_a_certificate', given);
});

test('what is no private key is refused', () => {
  const cut = privateKey.replace(/.{10}\n-----END/, '\n-----END');
  const headed = privateKey.replace('KEY-----\n', 'KEY-----\nX: y\n\n');
  for (const given of ['x', certificate, cut, headed, `${privateKey}${privateKey}`])
    assert.equal(problemOf({ privateKey: given }), 'privateKey not_a_private_key', given);
});

const tlv = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const length = Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([
    Buffer.of(tag),
    body.length < 0x80 ? Buffer.of(body.length) : length,
    body,
  ]);
};
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const [PBES2, PBKDF2, SCRYPT] = ['2a864886f70d01050d', '2a864886f70d01050c', '2b06010401da47040b'];

/** The head of a key that PBES2 has encrypted, or an older scheme. */
function lockedKey(count: number, scheme = PBES2, derivation = PBKDF2): Buffer {
  const rounds = Buffer.alloc(5);
  rounds.writeUInt32BE(count, 1);
  const counted = tlv(0x30, tlv(0x04, Buffer.alloc(8)), tlv(0x02, rounds));
  const params = tlv(0x30, tlv(0x30, oid(derivation ?? ''), counted));
  return tlv(
    0x30,
    tlv(0x30, oid(scheme ?? ''), scheme === PBES2 ? params : counted),
    tlv(0x04, Buffer.alloc(16)),
  );
}

/** The bytes of a PEM. */
const unarm = (text: string) => Buffer.from(text.split('\n').slice(1, -2).join(''), 'base64');
/** The same without a length, as BER may write it (X.690 §8.1.3.6). */
const withoutLength = (tag: number, body: Buffer) =>
  Buffer.concat([Buffer.of(tag, 0x80), body, Buffer.alloc(2)]);
const armed = (der: Buffer, label: string) =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`;

test('a key that is read in any other way by OpenSSL than here is not opened', () => {
  const locked = unarm(pem(made.privateKey, { passphrase: 'x' }));
  const clear = made.privateKey.export({ type: 'pkcs8', format: 'der' });
  for (const [der, form] of [
    [locked, 'encrypted'],
    [clear, 'pkcs8'],
    [made.privateKey.export({ type: 'pkcs1', format: 'der' }), 'pkcs1'],
  ] as [Buffer, KeyForm][]) {
    assert.equal(readKeyForm(der), form);
    const body = der.subarray(4);
    const others = {
      'no length': withoutLength(0x30, body),
      'no length, with a tag of many bytes': withoutLength(
        0x3f,
        Buffer.concat([Buffer.of(0x10), body]),
      ),
      'a tag of many bytes': Buffer.concat([Buffer.of(0x3f, 0x10), der.subarray(1)]),
      'more behind it': Buffer.concat([der, Buffer.of(0)]),
      'another one behind it': Buffer.concat([der, der]),
      'a length of five bytes': Buffer.concat([Buffer.of(0x30, 0x85, 0, 0, 0), der.subarray(2)]),
      'a set': Buffer.concat([Buffer.of(0x31), der.subarray(1)]),
      'no bytes': Buffer.alloc(0),
    };
    for (const [what, other] of Object.entries(others)) {
      assert.equal(readKeyForm(other), null, `${form}: ${what}`);
      for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'ENCRYPTED PRIVATE KEY']) {
        const given = { privateKey: armed(other, label), privateKeyPassphrase: 'x' };
        assert.equal(problemOf(given), 'privateKey not_a_private_key', `${what} as ${label}`);
      }
    }
    for (let length = 0; length < der.length; length += 1)
      assert.equal(readKeyForm(der.subarray(0, length)), null);
  }
  // The head within may be written so as well.
  const head = tlv(0x06, Buffer.from(PBES2 ?? '', 'hex'));
  const inside = tlv(0x30, withoutLength(0x30, head), tlv(0x04, Buffer.alloc(16)));
  assert.equal(readKeyForm(inside), null);
});

test('a key of DSA, which OpenSSL completes by a long power, is not opened', () => {
  const long = () => tlv(0x02, Buffer.alloc(1000, 0x7f));
  const algorithm = tlv(0x30, oid('2a8648ce380401'), tlv(0x30, long(), long(), long()));
  const der = tlv(0x30, tlv(0x02, Buffer.of(0)), algorithm, tlv(0x04, long()));
  assert.equal(readKeyForm(der), null);
  assert.equal(
    problemOf({ privateKey: armed(der, 'PRIVATE KEY') }),
    'privateKey not_a_private_key',
  );
  // Without a PEM around it, a certificate might be one.
  assert.equal(problemOf({ certificate: der.toString('base64') }), 'certificate not_a_certificate');
});

test('keys whose use takes longer than a plain one’s are refused', () => {
  const exponent3 = generateKeyPairSync('rsa', { modulusLength: 1024, publicExponent: 3 });
  const { publicKey } = exponent3;
  assert.equal(
    problemOf({ certificate: toPem(makeTestCertificate({ ...dates, publicKey })) }),
    'certificate certificate_not_supported',
  );
  // RFC 8017 §A.1.2, with one part that is longer than it need be.
  const { n, e, d, p, q, dp, dq, qi } = made.privateKey.export({ format: 'jwk' });
  const parts = [n, e, d, p, q, dp, dq, qi].map((part = '') => Buffer.from(part, 'base64url'));
  const integer = (part: Buffer) => tlv(0x02, Buffer.of(0), part);
  const write = (changed: number) => {
    const lengthened = parts.map((part, at) =>
      integer(at === changed ? Buffer.concat([Buffer.alloc(500, 0xff), part]) : part),
    );
    return armed(tlv(0x30, tlv(0x02, Buffer.of(0)), ...lengthened), 'RSA PRIVATE KEY');
  };
  assert.equal(problemOf({ privateKey: write(-1) }), null);
  // OpenSSL refuses some of them by itself.
  for (const [at, part] of ['d', 'p', 'q', 'dp', 'dq', 'qi'].entries())
    assert.match(problemOf({ privateKey: write(at + 2) }) ?? '', /^privateKey /, part);
});

test('a passphrase is hashed only so often as the process can spare', () => {
  const TRIPLE_DES = '2a864886f70d010c0103';
  for (const scheme of [PBES2, TRIPLE_DES]) {
    assert.equal(readKeyForm(lockedKey(MAX_KEY_ROUNDS, scheme)), 'encrypted');
    assert.equal(readKeyForm(lockedKey(MAX_KEY_ROUNDS + 1, scheme)), 'slow');
  }
  assert.equal(readKeyForm(lockedKey(1, PBES2, SCRYPT)), 'slow');
  assert.equal(readKeyForm(unarm(pem(made.privateKey, { passphrase: 'x' }))), 'encrypted');

  const label = 'ENCRYPTED PRIVATE KEY';
  const given = armed(lockedKey(2_000_000_000), label);
  const codeOf = (key: string) => problemOf({ privateKey: key, privateKeyPassphrase: 'x' });
  assert.equal(codeOf(given), 'privateKey private_key_not_supported');
  // Neither a header nor another label gets such a key past the check.
  const claimsOld = given.replace('KEY-----\n', 'KEY-----\nProc-Type: 4,ENCRYPTED\n\n');
  assert.equal(codeOf(claimsOld), 'privateKey not_a_private_key');
  const relabelled = given.replaceAll('ENCRYPTED PRIVATE', 'PRIVATE');
  assert.equal(codeOf(relabelled), 'privateKey private_key_not_supported');
});
