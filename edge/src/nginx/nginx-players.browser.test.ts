import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { publishChannel, publishProject, TEST_ACCESS } from '../test-edge.ts';
import { type Film, FILM_SECONDS, makeFilm, startWithFilm } from '../test-film.ts';
import { launchPlayers, type PlayerPage, type Players } from '../test-players.ts';
import { endConnections, findModules, send, startNginxEdge } from './test-nginx-edge.ts';
import { signedUrl, signQuery } from './test-world.ts';

// The packages of nginx's modules can't be installed everywhere.
const skip = findModules() ? false : 'nginx has no Lua, cjson or geoip2 here';

let players: Players;
let film: Film;

before(async () => {
  if (skip) return;
  film = await makeFilm();
  players = await launchPlayers();
});
after(async () => {
  endConnections();
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
  test(`${name} plays by nginx alone what one signature let in`, { skip }, async (t) => {
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
    // The first ones are the edge's to answer.
    await until('nginx answers alone', async () => {
      const seen = nginx.answers.length;
      await send(nginx.port, { path: `${path}?${query}`, headers: { Host: host } });
      return seen === nginx.answers.length;
    });
    const before = nginx.answers.length;
    const page = await players.open(t);
    await play(page, `${nginx.url}${path}?${query}`);
    await page.waitForEnd(FILM_SECONDS);
    const byEdge = nginx.answers.slice(before).filter(({ kind }) => kind === 'segment');
    assert.deepEqual(byEdge, []);
    assert.equal((await fetch(nginx.url + path)).status, 403);
  });
}
