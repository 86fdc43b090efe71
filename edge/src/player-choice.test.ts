import { strict as assert } from 'node:assert';
import { createHmac } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { PlayerOptions } from '@kinora/contract/player-options';
import { getPictureKey } from '@kinora/manifests/picture-address';
import { publishChannel, publishPlayer, publishProject, startEdgeUnderTest } from './test-edge.ts';

const OURS = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed';
const OTHER = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ee';
const THEIRS = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ef';
const PICTURE = '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c700';

/** Starts an edge with a video `vid1` whose project has the player `OURS`. */
async function startEdge(context: TestContext, options: Partial<PlayerOptions>) {
  const edge = await startEdgeUnderTest(context);
  const { storage } = edge;
  await publishPlayer(storage, { teamId: 'team1', playerId: OURS }, options);
  await publishPlayer(storage, { teamId: 'team1', playerId: OTHER }, { color: '#0000ff' });
  await publishPlayer(storage, { teamId: 'team2', playerId: THEIRS }, { color: '#00ff00' });
  await publishProject(storage, { teamId: 'team1', projectId: 'p1', playerId: OURS });
  await edge.publish({ projectId: 'p1' });
  const read = async (path: string) => {
    const response = await fetch(edge.url + path);
    const html = await response.text();
    const tag = /<kinora-player([^>]*)>/.exec(html)?.[1] ?? '';
    const unescaped = (text: string) =>
      text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    const attributes = Object.fromEntries(
      [...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        unescaped(value),
      ]),
    );
    const policy = response.headers.get('content-security-policy') ?? '';
    const shown = JSON.parse(attributes['options'] ?? '{}') as Partial<PlayerOptions>;
    return { html, attributes, policy, shown, status: response.status };
  };
  return { edge, read };
}

test('a page has the player of the video’s project, or the one that its address names', async (t) => {
  const { read } = await startEdge(t, { color: '#ff0000', seekButtons: true, speedControl: false });
  const own = { color: '#ff0000', seekButtons: true, speedControl: false };
  assert.deepEqual((await read('/embed/vid1')).shown, own);
  assert.deepEqual((await read('/watch/vid1')).shown, own);
  assert.deepEqual((await read(`/embed/vid1?player=${OTHER}`)).shown, { color: '#0000ff' });
  const unknown = OTHER.replace(/.$/, '0');
  for (const player of [THEIRS, unknown, '../x', '', `${OTHER}&player=${OTHER}`]) {
    assert.deepEqual((await read(`/embed/vid1?player=${player}`)).shown, own, player);
  }
});

test('another team’s channel shows no player of the video’s team', async (t) => {
  const { edge, read } = await startEdge(t, { color: '#ff0000' });
  await publishChannel(edge.storage, `127.0.0.1:${edge.port}`, 'team2');
  edge.clock.nowMs += 2000;
  const page = await read('/embed/vid1');
  assert.deepEqual([page.status, page.shown], [404, {}]);
  assert.deepEqual((await read(`/embed/vid1?player=${THEIRS}`)).shown, { color: '#00ff00' });
});

test('a page begins as its player says, and its address comes before', async (t) => {
  const { edge, read } = await startEdge(t, { autoplayMode: 'any', muted: true, preload: 'auto' });
  const beginning = async (query = '') => {
    const { autoplay, muted, preload } = (await read(`/embed/vid1${query}`)).attributes;
    return [autoplay, muted, preload];
  };
  assert.deepEqual(await beginning(), ['any', '', 'auto']);
  assert.deepEqual(await beginning('?autoplay=0&muted=0'), [undefined, undefined, 'auto']);
  assert.deepEqual(await beginning('?autoplay=1'), ['', '', 'auto']);
  await publishPlayer(edge.storage, { teamId: 'team1', playerId: OURS }, {});
  edge.clock.nowMs += 1000;
  assert.deepEqual(
    await beginning(),
    [undefined, undefined, 'none'],
    'a change is live in a second',
  );
});

test('who may not watch sees the team’s own screen, where it is turned on', async (t) => {
  const errorScreens = {
    '403': null,
    '404': null,
    '451': null,
    '410': { imageUrl: `https://images.example.com/a.png`, message: 'Gone <b>for</b> good' },
  };
  const { edge, read } = await startEdge(t, { errorScreens, errorScreensEnabled: true });
  await edge.publish({ projectId: 'p1', state: 'deleted', stream: null });
  edge.clock.nowMs += 1000;
  const embed = await read('/embed/vid1');
  assert.deepEqual([embed.status, embed.attributes['error-code']], [410, '410']);
  assert.deepEqual(embed.shown.errorScreens, errorScreens);
  assert.match(embed.policy, /img-src 'self' data: https:\/\/images\.example\.com;/);
  const watch = await read('/watch/vid1');
  assert.match(
    watch.html,
    /<img class="picture" src="https:\/\/images\.example\.com\/a\.png" alt="">/,
  );
  assert.ok(watch.html.includes('<h1>Gone &lt;b&gt;for&lt;/b&gt; good</h1>'));
  assert.match(watch.policy, /img-src 'self' data: https:\/\/images\.example\.com;/);
  await publishPlayer(edge.storage, { teamId: 'team1', playerId: OURS }, { errorScreens });
  edge.clock.nowMs += 1000;
  const off = await read('/watch/vid1');
  assert.ok(!off.html.includes('Gone'));
  assert.match(off.policy, /img-src 'self' data:;/);
  assert.deepEqual((await read('/embed/vid1')).shown, {});
});

test('a page has ads where they are on, and its policy allows their frame then alone', async (t) => {
  const adTagUrl = 'https://ads.example.com/vast?a="b"';
  const { edge, read } = await startEdge(t, { adsEnabled: true, adTagUrl });
  const shown = { adsEnabled: true, adTagUrl, autoplayAdsMuted: true };
  for (const path of ['/embed/vid1', '/watch/vid1']) {
    const page = await read(path);
    assert.deepEqual(page.shown, shown);
    assert.ok(page.policy.endsWith("; frame-src 'self'"), page.policy);
  }
  await edge.publish({ projectId: 'p1', state: 'deleted', stream: null });
  edge.clock.nowMs += 1000;
  assert.deepEqual((await read('/embed/vid1')).shown, {}, 'nothing plays');
  await edge.publish({ projectId: 'p1' });
  for (const options of [{ adsEnabled: false, adTagUrl }, { adsEnabled: true }]) {
    await publishPlayer(edge.storage, { teamId: 'team1', playerId: OURS }, options);
    edge.clock.nowMs += 2000;
    const { shown, policy } = await read('/embed/vid1');
    assert.deepEqual([shown, policy.includes('frame-src')], [{}, false]);
  }
});

test('the frame with ads runs its one script, in an origin of its own', async (t) => {
  const { edge } = await startEdge(t, {});
  const answer = await fetch(`${edge.url}/ads/frame`);
  assert.equal(answer.status, 200);
  const script = 'player/assets/ads-frame-Qr12St34.js';
  const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
  assert.deepEqual(policy, [
    "default-src 'none'",
    `script-src ${edge.url}/${script}`,
    'connect-src https:',
    'img-src https: data:',
    'media-src https:',
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ]);
  assert.equal(answer.headers.get('referrer-policy'), 'strict-origin');
  assert.ok((await answer.text()).includes(`<script type="module" src="/${script}">`));
});

test('no address of a picture adds anything else to the policy', async (t) => {
  const { read } = await startEdge(t, { logoUrl: 'https://a;script-src%20*/x' });
  const { policy } = await read('/embed/vid1');
  assert.match(policy, /img-src 'self' data:;/);
  assert.equal(policy.split('script-src').length, 2);
});

test('a picture is sent to everyone, for ever, by its one spelling', async (t) => {
  const { edge } = await startEdge(t, {});
  await edge.storage.put(getPictureKey(PICTURE), Buffer.from('picture'));
  const answer = await fetch(`${edge.url}/player-pictures/${PICTURE}.webp`);
  assert.deepEqual([answer.status, await answer.text()], [200, 'picture']);
  assert.equal(answer.headers.get('content-type'), 'image/webp');
  assert.equal(
    answer.headers.get('cache-control'),
    'public, max-age=31536000, s-maxage=86400, immutable',
  );
  for (const path of [
    `/player-pictures/${OTHER}.webp`,
    `/player-pictures/${PICTURE.toUpperCase()}.webp`,
    `/player-pictures/${PICTURE}.png`,
    `/player-pictures/../published/changes.json`,
  ]) {
    assert.equal((await fetch(edge.url + path)).status, 404, path);
  }
});

test('chapters of the description reach the player', async (t) => {
  const { edge, read } = await startEdge(t, {});
  await edge.publish({ projectId: 'p1', description: 'About\n0:00 One\n0:05 "Two"\n1:00 Beyond' });
  edge.clock.nowMs += 1000;
  const { attributes } = await read('/watch/vid1');
  assert.deepEqual(JSON.parse(attributes['chapters'] ?? ''), [
    { startSec: 0, title: 'One' },
    { startSec: 5, title: '"Two"' },
  ]);
});

test('a signature of the page is one for what the component reads of it', async (t) => {
  const { edge } = await startEdge(t, { color: '#ff0000' });
  const secret = Buffer.from('secret of the key');
  const keys = [{ keyId: 'k1', sealedSecret: secret.toString('base64') }];
  const host = `127.0.0.1:${edge.port}`;
  const signedUrl = { required: true, acceptsArkV2: false, keys };
  await publishChannel(edge.storage, host, 'team1', { signedUrl });
  edge.clock.nowMs += 2000;
  const path = '/embed/vid1?format=json';
  const ask = async (query: string) => {
    const response = await fetch(`${edge.url}${path}${query}`);
    const settings = (await response.json()) as Record<string, string>;
    return { status: response.status, settings };
  };
  const refused = await ask('');
  assert.deepEqual([refused.status, refused.settings['error-reason']], [403, 'signature_missing']);
  assert.equal(refused.settings['options'], '{"color":"#ff0000"}');
  const expires = Math.floor(edge.clock.nowMs / 1000) + 60;
  const text = ['GET', host, '/embed/vid1', String(expires)].join('\n');
  const signature = createHmac('sha256', secret).update(text).digest('base64url');
  const { status, settings } = await ask(
    `&x_key_id=k1&x_expires=${expires}&x_signature=${signature}`,
  );
  assert.equal(status, 200);
  const playlist = await fetch(new URL(settings['src'] ?? '', edge.url));
  assert.equal(playlist.status, 200, 'and carries to the playlist');
});
