import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { readFairplayApart } from './fairplay.ts';

const made = makeTestCertificate();
const [cipher, passphrase] = ['aes-256-cbc', 'ความลับ'];
const privateKey = String(
  made.privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase }),
);
const files = { certificate: toPem(made), privateKey, privateKeyPassphrase: passphrase };

test('files are read in a process of their own, with what is found in them', async () => {
  const read = await readFairplayApart(files, new Date());
  assert.ok(!('problem' in read));
  assert.deepEqual(read.certificate, made.certificate);
  assert.deepEqual(read.privateKey, made.privateKey.export({ type: 'pkcs8', format: 'der' }));
  assert.ok(read.expiresAt > new Date());
  const wrong = await readFairplayApart({ ...files, privateKeyPassphrase: 'x' }, new Date());
  assert.equal('problem' in wrong && wrong.problem.code, 'wrong_passphrase');
});

const tlv = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
};
const seq = (...parts: Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));

/** RFC 8018 §A.2 and §A.4: a million rounds of HMAC with SHA-512, then AES-256 in CBC. */
const MANY_ROUNDS = seq(
  seq(
    oid('2a864886f70d01050d'),
    seq(
      seq(
        oid('2a864886f70d01050c'),
        seq(
          tlv(0x04, Buffer.alloc(16)),
          tlv(0x02, Buffer.from('0f4240', 'hex')),
          seq(oid('2a864886f70d020b'), tlv(0x05)),
        ),
      ),
      seq(oid('60864801650304012a'), tlv(0x04, Buffer.alloc(16))),
    ),
  ),
  tlv(0x04, Buffer.alloc(32)),
);

test('a reader that is late is ended, and the key refused', async () => {
  const label = 'ENCRYPTED PRIVATE KEY';
  const slow = {
    ...files,
    privateKey: `-----BEGIN ${label}-----\n${MANY_ROUNDS.toString('base64')}\n-----END ${label}-----\n`,
  };
  const read = await readFairplayApart(slow, new Date(), 10);
  assert.equal('problem' in read && read.problem.code, 'private_key_not_supported');
  const inTime = await readFairplayApart(slow, new Date(), 60_000);
  assert.equal('problem' in inTime && inTime.problem.code, 'wrong_passphrase');
});
