import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from './test-film.ts';
import { launchPlayers, type Players } from './test-players.ts';

let players: Players;
let film: Film;

before(async () => {
  film = await makeFilm();
  players = await launchPlayers();
});
after(async () => {
  await players.close();
  await film.remove();
});

test('Shaka plays the MPD to its end, and knows languages, names and thumbnails', async (t) => {
  const edge = await startWithFilm(t, film);
  const page = await players.open(t);
  await page.playWithShaka(`${edge.url}/streams/vid1/manifest.mpd`);
  const { languages, labels, thumbnail } = await page.describeShaka(5);
  assert.deepEqual(languages, ['en', 'th']);
  assert.deepEqual(labels, ['English & <more>', 'ไทย']);
  assert.equal(thumbnail?.uris[0], `${edge.url}/streams/vid1/rev1/storyboard-2.jpg`);
  assert.deepEqual([thumbnail.positionX, thumbnail.width], [0, 160]);
  await page.waitForEnd(FILM_SECONDS);
});

test('Shaka plays the HLS playlists of the same stream to their end', async (t) => {
  const edge = await startWithFilm(t, film);
  const page = await players.open(t);
  await page.playWithShaka(`${edge.url}/streams/vid1/playlist.m3u8`);
  await page.waitForEnd(FILM_SECONDS);
});

test('hls.js plays them to their end, beginning with the rendition that stands first', async (t) => {
  const edge = await startWithFilm(t, film, { firstRenditionId: 'v90' });
  const page = await players.open(t);
  await page.playWithHls(`${edge.url}/streams/vid1/playlist.m3u8`);
  await page.waitForEnd(FILM_SECONDS);
  assert.deepEqual(await page.describeHls(), [
    ['th', true],
    ['en', false],
  ]);
  const first = edge.readKeys.find((key) => /\/v[^/]*\/1\.m4s$/.test(key));
  assert.equal(first, 'streams/vid1/rev1/v90/1.m4s');
});

for (const [player, play, path] of [
  ['hls.js', 'playWithHls', 'playlist.m3u8'],
  ['Shaka', 'playWithShaka', 'manifest.mpd'],
] as const) {
  test(`${player} plays an open stream to its end, whose last segments come while it waits`, async (t) => {
    const requested = Promise.withResolvers<void>();
    const only = (id: string) => id === 'v90' || id === 'a1';
    const open = {
      open: true,
      video: film.stream.video.filter(({ id }) => only(id)).map((r) => ({ ...r, ready: false })),
      audio: film.stream.audio.filter(({ id }) => only(id)).map((r) => ({ ...r, ready: false })),
    };
    const edge = await startWithFilm(t, film, open, {
      requestSegment: async () => requested.resolve(),
    });
    const late = ['v90/3.m4s', 'a1/3.m4s'].map((name) => `streams/vid1/rev1/${name}`);
    const bytes = await Promise.all(late.map((key) => edge.storage.read(key)));
    await Promise.all(late.map((key) => edge.storage.delete(key)));
    const page = await players.open(t);
    await page[play](`${edge.url}/streams/vid1/${path}`);
    await requested.promise;
    for (const [index, key] of late.entries()) {
      await sleep(1000);
      await edge.storage.put(key, bytes[index] ?? Buffer.alloc(0));
    }
    await page.waitForEnd(FILM_SECONDS);
    const refused = edge.answers.filter(({ kind, status }) => kind === 'segment' && status >= 400);
    assert.deepEqual(refused, []);
  });
}

for (const [begins, first] of [
  ['with a silent one', 'v90'],
  ['with one that has sound', 'v180'],
] as const) {
  test(`hls.js plays a stream to its end of which only some pictures have sound, ${begins}`, async (t) => {
    const video = film.stream.video
      .filter(({ codec }) => codec.startsWith('avc1'))
      .map((one) => ({ ...one, audioIds: one.id === 'v90' ? [] : ['a1', 'a2'] }));
    const edge = await startWithFilm(t, film, { video, firstRenditionId: first });
    const page = await players.open(t);
    await page.playWithHls(`${edge.url}/streams/vid1/playlist.m3u8`);
    await page.waitForEnd(FILM_SECONDS);
    const begun = edge.readKeys.find((key) => /\/v[^/]*\/1\.m4s$/.test(key));
    assert.equal(begun, `streams/vid1/rev1/${first}/1.m4s`);
    assert.ok(edge.readKeys.some((key) => key.includes('/a1/')));
  });
}

for (const [player, play, path, config] of [
  ['hls.js', 'playWithHls', 'playlist.m3u8', { cmcd: { useHeaders: true, contentId: 'film' } }],
  ['Shaka', 'playWithShaka', 'manifest.mpd', { cmcd: { enabled: true, useHeaders: true } }],
] as const) {
  test(`${player} plays when it says in headers how it plays (CTA-5004)`, async (t) => {
    const edge = await startWithFilm(t, film);
    const page = await players.open(t);
    await page[play](`${edge.url}/streams/vid1/${path}`, config);
    await page.waitForEnd(FILM_SECONDS);
    assert.ok(edge.answers.some(({ kind }) => kind === 'preflight'));
  });
}
