import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSealedPart, toSpokenId } from '@kinora/contract/request-id';
import type { RefusedRequest } from '@kinora/playback-rules/refused-request';
import { publishChannel, startEdgeUnderTest } from './test-edge.ts';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';

const PLAYLIST = '/streams/vid1/playlist.m3u8';
const VIEWER = {
  'x-forwarded-for': '203.0.113.7',
  referer: 'https://school.example/lesson/9?student=77#a',
  'user-agent': 'A browser of mine',
};

/** Ids of tests are not sealed. */
function open(id: string | null): RefusedRequest {
  return JSON.parse(Buffer.from(getSealedPart(id ?? ''), 'base64url').toString()) as RefusedRequest;
}

async function start(t: Parameters<typeof startEdgeUnderTest>[0]) {
  const edge = await startEdgeUnderTest(t, { trustedProxies: ['127.0.0.1'] });
  const ask = async (address: string, init: RequestInit = {}) => {
    const answer = await fetch(new URL(address, edge.url), { headers: VIEWER, ...init });
    const text = await answer.text();
    const id = answer.headers.get('x-request-id');
    return { status: answer.status, headers: answer.headers, id, text };
  };
  return { edge, ask };
}

test('a refusal has one id in body, header and log, and what is sent has none', async (t) => {
  const { edge, ask } = await start(t);
  const refused = await ask('/streams/none/playlist.m3u8');
  assert.deepEqual(JSON.parse(refused.text), { code: 'video_not_found', requestId: refused.id });
  assert.match(refused.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/);
  const sent = await ask(PLAYLIST);
  assert.deepEqual([sent.status, sent.id], [200, null]);
  await sleep(20);
  const logged = edge.logged.map(({ fields }) => fields as { path?: string; requestId?: string });
  assert.deepEqual(
    logged.filter(({ path }) => path).map(({ path, requestId }) => [path, requestId]),
    [
      ['/streams/none/playlist.m3u8', refused.id],
      [PLAYLIST, undefined],
    ],
  );
});

test('each answer of 400 and above has an id of its own', async (t) => {
  const { ask, edge } = await start(t);
  const ids = new Set<string>();
  for (const [address, status, init] of [
    ['/nowhere', 404, {}],
    ['/player/none.js', 404, {}],
    [PLAYLIST, 405, { method: 'POST' }],
    ['/streams/none/playlist.m3u8', 404, {}],
    ['/streams/none/manifest.mpd', 404, { method: 'HEAD' }],
    ['/streams/vid1/rev1/v360/9.m4s', 404, {}],
    ['/streams/vid1/rev1/v360/1.m4s', 416, { headers: { range: 'bytes=5000-' } }],
    [`/${'a'.repeat(3000)}`, 414, {}],
    ['/oembed?url=x', 400, {}],
    ['/embed/none', 404, {}],
    ['/watch/none?format=json', 404, {}],
  ] as const) {
    const refused = await ask(address, init);
    assert.equal(refused.status, status, address);
    assert.match(refused.id ?? '', /^[0-9A-HJKMNP-TV-Z]{12}(?:\.[\w-]{22,})?$/, address);
    ids.add(refused.id ?? '');
  }
  assert.equal(ids.size, 11);
  assert.ok(edge.answers.every((answer) => answer.status >= 400));
});

test('an id knows who asked for what and what each rule said, but neither signature nor page', async (t) => {
  const { edge, ask } = await start(t);
  edge.clock.country = 'TH';
  const host = `127.0.0.1:${edge.port}`;
  const website = { policy: 'allowSome', domains: ['other.example'], allowNoReferrer: false };
  await publishChannel(edge.storage, host, 'team1', { ...SIGNED_CHANNEL, website } as object);
  const prefix = '/streams/vid1/';
  const address = signAddress(edge.url + PLAYLIST, { expires: 2000, prefix });
  const signature = new URL(address).searchParams.get('x_signature') ?? '-';
  const { id } = await ask(`${address}&session=private`);
  const facts = open(id);
  const { verdicts, ...rest } = facts;
  assert.deepEqual(rest, {
    atMs: 1_000_000,
    status: 403,
    reason: 'website_blocked',
    teamId: 'team1',
    host,
    path: PLAYLIST,
    address: '203.0.113.7',
    country: null,
    isOfTeam: false,
    query: `x_key_id=k1&x_expires=2000&x_path_prefix=${encodeURIComponent(prefix)}`,
    referrer: 'https://school.example',
  });
  const found = verdicts.map(({ rule, verdict, reason }) => [rule, reason ?? verdict]);
  assert.partialDeepStrictEqual(Object.fromEntries(found), {
    found: 'allowed',
    signature: 'allowed',
    website: 'website_blocked',
  });
  const text = JSON.stringify(facts);
  for (const secret of [signature, 'private', 'lesson', '77', 'browser']) {
    assert.ok(!text.includes(secret), secret);
  }
});

test('pages and settings of a refused video hand the id to the player', async (t) => {
  const { ask, edge } = await start(t);
  await edge.publish({ state: 'deleted', stream: null });
  const embed = await ask('/embed/vid1');
  assert.ok(embed.text.includes(` request-id="${embed.id}"`));
  assert.equal(open(embed.id).reason, 'video_deleted');
  const settings = await ask('/embed/vid1?format=json');
  assert.partialDeepStrictEqual(JSON.parse(settings.text), { 'request-id': settings.id });
  const watch = await ask('/watch/vid1?lang=th');
  const shown = `value="${toSpokenId(watch.id ?? '')}" data-whole="${watch.id}"`;
  assert.ok(watch.text.includes(shown));
  assert.match(watch.text, /รหัสคำขอ/);
  assert.doesNotMatch((await ask(PLAYLIST.replace('vid1', 'none'))).text, /request-id=/);
});
