import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { publishChannel } from './test-edge.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from './test-film.ts';
import { launchPlayers, type PlayerPage, type Players } from './test-players.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

let players: Players;
let film: Film;
let ofOneCodec: Partial<Film['stream']>;

before(async () => {
  film = await makeFilm();
  players = await launchPlayers();
  // Chromium's own player changes to another codec, and breaks off there.
  ofOneCodec = {
    video: film.stream.video.filter(({ codec }) => codec.startsWith('avc1')),
    audio: film.stream.audio.filter(({ codec }) => codec.startsWith('mp4a')),
  };
});
after(async () => {
  await players.close();
  await film.remove();
});

const PLAYERS: [
  name: string,
  play: (page: PlayerPage, url: string) => Promise<void>,
  file: string,
][] = [
  ['hls.js', (page, url) => page.playWithHls(url), 'playlist.m3u8'],
  ['hls.js by the cookie alone', (page, url) => page.playWithHlsByCookie(url), 'playlist.m3u8'],
  ['Shaka with HLS', (page, url) => page.playWithShaka(url), 'playlist.m3u8'],
  ['Shaka with DASH', (page, url) => page.playWithShaka(url), 'manifest.mpd'],
  ['dash.js', (page, url) => page.playWithDash(url), 'manifest.mpd'],
  ['the browser alone', (page, url) => page.playAlone(url), 'playlist.m3u8'],
];

for (const [name, play, file] of PLAYERS) {
  test(`${name} plays to the end what one signature of its first address let in`, async (t) => {
    const edge = await startWithFilm(t, film, ofOneCodec);
    await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team1', SIGNED_CHANNEL);
    const address = `${edge.url}/streams/vid1/${file}`;
    assert.equal((await fetch(address)).status, 403);
    const page = await players.open(t);
    await play(page, signAddress(address, { expires: 2000 }));
    await page.waitForEnd(FILM_SECONDS);
    assert.ok(edge.readKeys.some((key) => key.endsWith('/3.m4s')));
  });
}
