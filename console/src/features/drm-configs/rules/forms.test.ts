import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import {
  checkFairplay,
  checkPlayready,
  checkWidevine,
  type FairplayForm,
  readFile,
  type WidevineForm,
} from './forms.ts';

const found = (problems: object) =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));

test('a file in DER is sent in base64, and a PEM as it is', async () => {
  const made = makeTestCertificate();
  const der = await readFile(new File([Uint8Array.from(made.certificate)], 'fps.cer'));
  assert.deepEqual(der, { name: 'fps.cer', text: made.certificate.toString('base64') });
  const pem = await readFile(new File([toPem(made)], 'fps.pem'));
  assert.equal(pem.text, toPem(made));
  // Base64 alone may begin with the same byte as DER.
  assert.equal((await readFile(new File(['0ABC+/=\n'], 'a'))).text, '0ABC+/=\n');
});

const file = { name: 'a', text: 'a' };
const fairplay: FairplayForm = {
  serviceName: 'A',
  hdcpType: 'none',
  certificate: file,
  privateKey: file,
  privateKeyPassphrase: '',
  ask: '0'.repeat(32),
};

test('a new FairPlay needs all, and a change all three of its secrets or none', () => {
  assert.deepEqual(found(checkFairplay(fairplay, true)), {});
  const none = { ...fairplay, certificate: null, privateKey: null, ask: '' };
  const missing = { certificate: 'required', privateKey: 'required', ask: 'required' };
  assert.deepEqual(found(checkFairplay(none, true)), missing);
  assert.deepEqual(found(checkFairplay(none, false)), {});
  assert.deepEqual(found(checkFairplay({ ...none, ask: fairplay.ask }, false)), {
    certificate: 'together',
    privateKey: 'together',
  });
  assert.deepEqual(found(checkFairplay({ ...fairplay, ask: 'x' }, true)), { ask: 'invalidAsk' });
});

test('secrets of Widevine and PlayReady have their lengths, and addresses are addresses', () => {
  const form: WidevineForm = {
    serviceName: 'A',
    provider: 'a',
    licenseUrl: 'https://a.example',
    emeLevel: '1',
    hdcp: 'HDCP_NONE',
    signingKey: '0'.repeat(64),
    signingIv: '0'.repeat(32),
  };
  assert.deepEqual(found(checkWidevine(form, true)), {});
  const base64 = { signingKey: `${'A'.repeat(43)}=`, signingIv: 'A'.repeat(22) };
  assert.deepEqual(found(checkWidevine({ ...form, ...base64 }, true)), {});
  const kept = { ...form, signingKey: '', signingIv: '' };
  assert.deepEqual(found(checkWidevine(kept, false)), {});
  assert.deepEqual(found(checkWidevine(kept, true)), {
    signingKey: 'required',
    signingIv: 'required',
  });
  const bad = { ...form, provider: 'a b', licenseUrl: 'x', signingKey: 'a', signingIv: 'a' };
  assert.deepEqual(found(checkWidevine(bad, true)), {
    provider: 'provider',
    licenseUrl: 'url',
    signingKey: 'bytes32',
    signingIv: 'bytes16',
  });
  const playready = { serviceName: '', licenseUrl: '', secret: 'a' };
  assert.deepEqual(found(checkPlayready(playready)), {
    serviceName: 'required',
    licenseUrl: 'required',
    secret: 'bytes32',
  });
});
