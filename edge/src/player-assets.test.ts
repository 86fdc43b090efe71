import { strict as assert } from 'node:assert';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { rawRequest, startEdgeUnderTest } from './test-edge.ts';
import { loadPlayerAssets } from './player-assets.ts';

const ADS = { 'src/ads/frame/frame.ts': { file: 'assets/ads-frame-Ab12Cd34.js' } };

async function builtPlayer(context: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-player-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('the entries are those that vite names, each with the styles of all that it imports', async (t) => {
  const manifest = {
    'src/embed.ts': {
      file: 'assets/embed-Ab12Cd34.js',
      imports: ['_a.js'],
      css: ['assets/e-11111111.css'],
    },
    '_a.js': { file: 'assets/a-Ab12Cd34.js', imports: ['_b.js'], css: ['assets/a-22222222.css'] },
    '_b.js': { file: 'assets/b-Ab12Cd34.js', imports: ['_a.js'] },
    'src/watch.ts': { file: 'assets/watch-Ab12Cd34.js', css: ['assets/w-44444444.css'] },
    '_lazy.js': { file: 'assets/lazy-Ab12Cd34.js', css: ['assets/lazy-33333333.css'] },
  };
  const folder = await builtPlayer(t, {
    'manifest.json': JSON.stringify(manifest),
    'ads-manifest.json': JSON.stringify(ADS),
    'assets/embed-Ab12Cd34.js': 'export {}',
    'assets/notes.txt': 'no part of the player',
    'plain.js': 'export {}',
  });
  const { embed, watch, adFrame, files } = await loadPlayerAssets(folder);
  assert.deepEqual(watch, {
    script: 'assets/watch-Ab12Cd34.js',
    styles: ['assets/w-44444444.css'],
  });
  assert.deepEqual(adFrame, { script: 'assets/ads-frame-Ab12Cd34.js', styles: [] });
  assert.deepEqual(embed, {
    script: 'assets/embed-Ab12Cd34.js',
    styles: ['assets/a-22222222.css', 'assets/e-11111111.css'],
  });
  assert.deepEqual([...files.keys()].toSorted(), ['assets/embed-Ab12Cd34.js', 'plain.js']);
  assert.equal(files.get('assets/embed-Ab12Cd34.js')?.immutable, true);
  assert.equal(files.get('plain.js')?.immutable, false);
});

test('forms that the build has compressed are sent instead of being made again', async (t) => {
  const name = 'assets/embed-Ab12Cd34.js';
  const folder = await builtPlayer(t, {
    'manifest.json': JSON.stringify({
      'src/embed.ts': { file: name },
      'src/watch.ts': { file: name },
    }),
    'ads-manifest.json': JSON.stringify(ADS),
    [name]: 'export {}',
    [`${name}.gz`]: 'as gzip',
    [`${name}.br`]: 'as Brotli',
  });
  const edge = await startEdgeUnderTest(t, { player: await loadPlayerAssets(folder) });
  for (const [accepted, coding, body] of [
    ['gzip, deflate, br, zstd', 'br', 'as Brotli'],
    ['br;q=0, gzip', 'gzip', 'as gzip'],
    ['identity', undefined, 'export {}'],
    ['*', undefined, 'export {}'],
  ] as const) {
    const headers = `Host: edge\r\nConnection: close\r\nAccept-Encoding: ${accepted}`;
    const answer = await rawRequest(
      edge.port,
      `GET /player/${name} HTTP/1.1\r\n${headers}\r\n\r\n`,
    );
    assert.equal(/content-encoding: (.*)\r/i.exec(answer)?.[1], coding, accepted);
    assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), body, accepted);
    const end = coding === undefined ? '' : coding === 'br' ? '-br' : '-gz';
    assert.match(answer, new RegExp(`etag: "[\\w-]{22}${end}"`, 'i'));
  }
});

test('a player that is not built is said so', async (t) => {
  await assert.rejects(loadPlayerAssets(await builtPlayer(t, {})), /player is not built/);
  const other = await builtPlayer(t, { 'manifest.json': '{}', 'ads-manifest.json': '{}' });
  await assert.rejects(loadPlayerAssets(other), /no entry src\/embed\.ts/);
});
