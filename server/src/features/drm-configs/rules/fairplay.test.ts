import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { type FairplayFiles, readFairplay } from './fairplay.ts';
import { hasFewRounds, MAX_KEY_ROUNDS } from './key-rounds.ts';

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
  return Buffer.concat([Buffer.of(tag, body.length), body]);
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

test('a passphrase is hashed only so often as the process can spare', () => {
  const TRIPLE_DES = '2a864886f70d010c0103';
  for (const scheme of [PBES2, TRIPLE_DES]) {
    assert.ok(hasFewRounds(lockedKey(MAX_KEY_ROUNDS, scheme)));
    assert.ok(!hasFewRounds(lockedKey(MAX_KEY_ROUNDS + 1, scheme)));
  }
  assert.ok(!hasFewRounds(lockedKey(1, PBES2, SCRYPT)));
  const locked = pem(made.privateKey, { passphrase: 'x' });
  const der = Buffer.from(locked.split('\n').slice(1, -2).join(''), 'base64');
  assert.ok(hasFewRounds(der));
  for (let length = 0; length < 80; length += 1)
    assert.doesNotThrow(() => hasFewRounds(der.subarray(0, length)));

  const label = 'ENCRYPTED PRIVATE KEY';
  const many = lockedKey(2_000_000_000).toString('base64');
  const given = `-----BEGIN ${label}-----\n${many}\n-----END ${label}-----\n`;
  const codeOf = (key: string) => problemOf({ privateKey: key, privateKeyPassphrase: 'x' });
  assert.equal(codeOf(given), 'privateKey private_key_not_supported');
  // Neither header nor label hides it.
  const claimsOld = given.replace('KEY-----\n', 'KEY-----\nProc-Type: 4,ENCRYPTED\n\n');
  assert.equal(codeOf(claimsOld), 'privateKey not_a_private_key');
  const relabelled = given.replaceAll('ENCRYPTED PRIVATE', 'PRIVATE');
  assert.equal(codeOf(relabelled), 'privateKey private_key_not_supported');
});
