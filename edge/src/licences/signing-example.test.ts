import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { judgeToken } from './licence-token.ts';
import { OURS, toPem } from './test-licences.ts';

// Customers copy this program, so this runs it and judges the signed tokens.
const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/licences/sign.ts', import.meta.url));
const jwtKeys = [
  { keyId: 'k1', algorithm: 'ES256' as const, publicKey: toPem(OURS.ES256.publicKey) },
];

test('the example in TypeScript signs a token that opens the video, and no other', async () => {
  const pem = String(OURS.ES256.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const env = { ...process.env, KINORA_KEY_ID: 'k1', KINORA_PRIVATE_KEY: pem };
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [EXAMPLE, ...words], { env, encoding: 'utf8' }).trim();
  const judge = (token: string, videoKey = 'vid1') =>
    judgeToken(`Bearer ${token}`, {
      videoKey,
      nowSec: Date.now() / 1000,
      teamKey: Buffer.alloc(32),
      team: { version: 1, teamId: 't1', name: 'Siam', geoblockRules: {}, jwtKeys },
    });
  assert.deepEqual(await judge(run('vid1', '60')), {
    highest: 'uhd',
    mayPersist: false,
    hdcp: 'HDCP_NONE',
    streams: null,
  });
  const sd = run('vid1', '60', 'SD');
  assert.deepEqual(await judge(sd), {
    highest: 'sd',
    mayPersist: false,
    hdcp: 'HDCP_NONE',
    streams: null,
  });
  assert.deepEqual(await judge(sd, 'vid2'), { reason: 'license_not_covered' });
});
