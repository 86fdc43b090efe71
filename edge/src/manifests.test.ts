// alone: it measures the memory of its process
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { measureHeldBytes } from '@kinora/contract/test-held-bytes';
import type { StreamDescription } from '@kinora/contract/stream';
import { NO_LICENCES } from './licences/licensing.ts';
import { getManifest } from './manifests.ts';
import { testStream } from './test-edge.ts';

const SAID = { suffix: '', licensing: NO_LICENCES };
const storage = { read: async () => null };

/** A film with so many segments, which a run describes in a few bytes. */
function createFilm(count: number): StreamDescription {
  return testStream({ videoSegments: { timescale: 1000, runs: [{ count, ticks: 6000 }] } });
}

const getPlaylist = (stream: StreamDescription) => {
  const { videoKey, revisionKey: folder } = stream;
  const target = { kind: 'mediaPlaylist', videoKey, folder, renditionId: 'v360' } as const;
  return getManifest(storage, stream, target, SAID);
};

test('the texts of a stream are written once for all who ask', async () => {
  const film = createFilm(100);
  const [first, second] = await Promise.all([getPlaylist(film), getPlaylist(film)]);
  assert.ok(first && first === second && first === (await getPlaylist(film)));
  assert.notEqual(first, await getPlaylist(createFilm(100)));
});

test('texts of many long films are held in bounded memory: those requested long ago are written again', async () => {
  const films = Array.from({ length: 100 }, () => createFilm(20_000));
  const [first] = films;
  assert.ok(first);
  const before = await getPlaylist(first);
  assert.ok(before && before.plain.length > 500_000);
  const held = await measureHeldBytes(async () => {
    for (const film of films) await getPlaylist(film);
  });
  assert.ok(held < 40_000_000, `${held} bytes`);
  assert.notEqual(await getPlaylist(first), before);
  const last = films.at(-1);
  assert.ok(last && (await getPlaylist(last)) === (await getPlaylist(last)));
});
