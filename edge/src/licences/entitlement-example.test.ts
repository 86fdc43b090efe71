import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createPlayReady } from './play-ready.ts';

// Customers copy this program, so it is run on what an edge has sealed.
const EXAMPLE = fileURLToPath(
  new URL('../../../docs/examples/licences/open-entitlement.ts', import.meta.url),
);

function run(header: string, secret: Buffer): { exp: number } {
  const env = { ...process.env, KINORA_PLAYREADY_SECRET: secret.toString('base64') };
  const said = execFileSync(process.execPath, [EXAMPLE, header], { env, stdio: 'pipe' });
  return JSON.parse(said.toString()) as { exp: number };
}

async function sealOne(secret: Buffer, nowMs = Date.now()): Promise<string> {
  let header = '';
  const call = async ({ headers }: { headers: Record<string, string> }) => {
    header = headers['X-Kinora-Entitlement'] ?? '';
    return Buffer.from('a licence');
  };
  const system = createPlayReady({ licenseUrl: 'https://drm.test', secret }, call, () => nowMs);
  await system.answer({
    videoKey: 'vid1',
    body: Buffer.from('a challenge'),
    earlierKeys: [],
    grant: { highest: 'sd', mayPersist: true, hdcp: 'HDCP_V1', streams: null },
    keys: [
      { keyId: '5d'.repeat(16), trackClass: 'sd', key: Buffer.alloc(16, 7), iv: '0'.repeat(32) },
    ],
  });
  return header;
}

test('the example in TypeScript opens what the edge has sealed, and nothing else', async () => {
  const secret = randomBytes(32);
  const header = await sealOne(secret);
  const { exp, ...opened } = run(header, secret);
  assert.deepEqual(opened, {
    video: 'vid1',
    hdcp: 'HDCP_V1',
    persistent: true,
    keys: [{ id: '5d'.repeat(16), key: '07'.repeat(16), class: 'sd' }],
  });
  assert.ok(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 60);
  assert.throws(() => run(header, randomBytes(32)));
  const parts = header.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  assert.throws(() => run([none, ...parts.slice(1)].join('.'), secret));
  const cut = [...parts.slice(0, 4), parts[4]?.slice(0, 6)].join('.');
  assert.throws(() => run(cut, secret));
  const old = await sealOne(secret, Date.now() - 120_000);
  assert.throws(() => run(old, secret), /expired/);
});
