import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { publishChannel, publishProject, TEST_ACCESS } from '../test-edge.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from '../test-film.ts';
import { launchPlayers, type PlayerPage, type Players } from '../test-players.ts';
import { startNginxEdge } from './test-nginx-edge.ts';
import { signedUrl, signQuery } from './test-world.ts';

let players: Players;
let film: Film;

before(async () => {
  film = await makeFilm();
  players = await launchPlayers();
});
after(async () => {
  await players?.close();
  await film?.remove();
});

const PLAYERS: [
  name: string,
  play: (page: PlayerPage, url: string) => Promise<void>,
  file: string,
][] = [
  ['hls.js', (page, url) => page.playWithHls(url), 'playlist.m3u8'],
  ['Shaka with DASH', (page, url) => page.playWithShaka(url), 'manifest.mpd'],
];

for (const [name, play, file] of PLAYERS) {
  test(`${name} plays through nginx what one signature let in`, async (t) => {
    const edge = await startWithFilm(t, film);
    const nginx = await startNginxEdge({ storage: edge.storage, access: TEST_ACCESS });
    t.after(() => nginx.close());
    const host = `127.0.0.1:${nginx.port}`;
    await publishChannel(edge.storage, host, 'team1', { signedUrl: signedUrl(false) });
    await publishProject(edge.storage, { teamId: 'team1', projectId: 'project1' });
    await edge.publish({ projectId: 'project1', stream: film.stream });
    const path = `/streams/vid1/${file}`;
    const expires = Math.floor(Date.now() / 1000) + 600;
    const query = signQuery({ host, path, prefix: '/streams/vid1/' }, 'k1', expires);
    await until('the video to be published', async () => {
      return (await fetch(`${nginx.url}${path}?${query}`)).status === 200;
    });
    const page = await players.open(t);
    await play(page, `${nginx.url}${path}?${query}`);
    await page.waitForEnd(FILM_SECONDS);
    assert.ok(nginx.answers.some(({ kind }) => kind === 'segment'));
    const read = nginx.readKeys.filter((key) => key.startsWith('streams/'));
    assert.deepEqual(read, [], 'nginx sends the bytes');
    assert.equal((await fetch(nginx.url + path)).status, 403);
  });
}
