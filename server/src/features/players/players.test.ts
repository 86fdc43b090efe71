import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_PLAYERS } from '@kinora/contract/players';
import {
  getPublishedPlayerKey,
  getPublishedProjectKey,
  PublishedPlayer,
  PublishedProject,
} from '@kinora/contract/published';
import { until } from '@kinora/contract/test-until';
import { getPictureKey, parsePicturePath } from '@kinora/manifests/picture-address';
import { sql } from 'kysely';
import sharp from 'sharp';
import { actingFor, ownActor } from '../../base/actor.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner, type TestOwner } from '../../test-owner.ts';
import { collectGarbage } from '../encoding/test-storage.ts';
import { removeUnused } from '../images/actions.ts';
import { withWorker } from '../publishing/test-publishing.ts';

let app: TestApp;
let owner: TestOwner;
let admin: Person;
let other: Person;

before(async () => {
  app = await startTestApp();
  owner = await addTestOwner(app, 'siam');
  ({ admin } = owner);
  ({ admin: other } = await addTestOwner(app, 'lanna'));
});
after(() => app.close());

const PATH = '/api/v1/players';
const ask = (method: string, path: string, body?: object, as = admin) =>
  app.call(method, path, { as, ...(body ? { body } : {}) });
type Answer = Awaited<ReturnType<typeof ask>>;
const codeOf = (answer: Answer) => [answer.status, answer.body['code']];
const optionsOf = (answer: Answer) => answer.body['options'] as unknown as Record<string, unknown>;
const faultsOf = (answer: Answer) =>
  answer.body['errors']?.map(({ path, code }) => [String(path), String(code)]);

async function create(name: string, options: object = {}, as = admin) {
  const answer = await ask('POST', PATH, { name, options }, as);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const id = String(answer.body['id']);
  return { id, at: `${PATH}/${id}`, answer };
}

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2468ac' } });

function form(bytes: Uint8Array): FormData {
  const data = new FormData();
  data.append('image', new File([new Uint8Array(bytes)], 'a', { type: 'image/png' }));
  return data;
}

type Added = { url: string; id: string };

async function addPicture(as = admin): Promise<Added> {
  const bytes = await solid(40, 20).png().toBuffer();
  const answer = await ask('POST', '/api/v1/player-pictures', form(bytes), as);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const url = String(answer.body['url']);
  return { url, id: parsePicturePath(new URL(url).pathname) ?? '' };
}

const EXTERNAL = 'https://images.example.com/a.png?b=1';

test('a player has options, and omitted ones stay', async () => {
  const { at, answer } = await create('หน้าเว็บ', { muted: true, color: '#FFAA00' });
  assert.deepEqual(optionsOf(answer), {
    autoplayMode: 'off',
    muted: true,
    preload: 'none',
    autoRotate: true,
    seekButtons: false,
    speedControl: true,
    color: '#ffaa00',
    logoUrl: null,
    errorScreensEnabled: false,
    errorScreens: { '403': null, '404': null, '410': null, '451': null },
    adsEnabled: false,
    adTagUrl: null,
    autoplayAdsMuted: true,
    lighthouseEnabled: false,
  });
  const screen = { imageUrl: EXTERNAL, message: ' ไม่เปิดให้ชมในประเทศนี้ ' };
  await ask('PUT', at, { options: { errorScreens: { '451': screen } } });
  const changed = await ask('PUT', at, {
    options: { autoplayMode: 'any', errorScreens: { '403': screen, '404': null } },
  });
  const kept = { imageUrl: EXTERNAL, message: 'ไม่เปิดให้ชมในประเทศนี้' };
  assert.deepEqual(optionsOf(changed)['errorScreens'], {
    '403': kept,
    '404': null,
    '410': null,
    '451': kept,
  });
  assert.deepEqual(
    [optionsOf(changed)['muted'], optionsOf(changed)['autoplayMode']],
    [true, 'any'],
  );
  assert.equal((await ask('PUT', at, { name: 'Other' })).body['name'], 'Other');
  const found = await ask('GET', `${PATH}?q=OTHER`);
  assert.deepEqual(
    found.body.data.map(({ name }) => String(name)),
    ['Other'],
  );
  assert.equal((await ask('DELETE', at)).status, 204);
  assert.deepEqual(codeOf(await ask('GET', at)), [404, 'not_found']);
  assert.deepEqual(codeOf(await ask('PUT', at, { name: 'Again' })), [404, 'not_found']);
});

test('reports of playing are turned on by a call of their own, or with the options', async () => {
  const { at, answer } = await create('Reports', { muted: true });
  const told = ({ status, body }: Answer) => [
    status,
    body['lighthouseEnabled'],
    (body['options'] as { lighthouseEnabled?: boolean } | undefined)?.lighthouseEnabled,
  ];
  assert.deepEqual(told(answer), [201, false, false]);
  const turn = (lighthouseEnabled: unknown, as = admin) =>
    ask('PUT', `${at}/lighthouse-enabled`, { lighthouseEnabled }, as);
  const on = await turn(true);
  assert.deepEqual([...told(on), optionsOf(on)['muted']], [200, true, true, true]);
  const off = await ask('PUT', at, { options: { lighthouseEnabled: false } });
  assert.deepEqual(told(off), [200, false, false]);
  assert.equal((await turn('yes')).status, 422);
  assert.deepEqual(codeOf(await turn(true, other)), [404, 'not_found']);
  assert.deepEqual(told(await ask('GET', at)), [200, false, false]);
});

test('wrong options are refused by name', async () => {
  const screen = { imageUrl: EXTERNAL, message: 'No' };
  const wrong: [object, string, string][] = [
    [{ autoplayMode: 'loud' }, 'options.autoplayMode', 'invalid_value'],
    [{ preload: true }, 'options.preload', 'invalid_value'],
    [{ color: 'red' }, 'options.color', 'invalid_format'],
    [{ color: '#12345' }, 'options.color', 'invalid_format'],
    [
      { errorScreens: { '403': { imageUrl: EXTERNAL } } },
      'options.errorScreens.403.message',
      'required',
    ],
    [
      { errorScreens: { '403': { message: 'No' } } },
      'options.errorScreens.403.imageUrl',
      'required',
    ],
    [
      { errorScreens: { '403': { ...screen, message: ' ' } } },
      'options.errorScreens.403.message',
      'required',
    ],
    [
      { errorScreens: { '410': { ...screen, message: 'x'.repeat(201) } } },
      'options.errorScreens.410.message',
      'too_long',
    ],
    [{ logoUrl: 'javascript:alert(1)' }, 'options.logoUrl', 'invalid_picture_url'],
  ];
  for (const [options, path, code] of wrong) {
    const answer = await ask('POST', PATH, { name: 'A', options });
    assert.equal(answer.status, 422, JSON.stringify(options));
    assert.deepEqual(faultsOf(answer), [[path, code]], JSON.stringify(options));
  }
});

test('a picture lies here or behind https at a host with a name', async () => {
  const { edgeUrl } = app.context.config;
  for (const imageUrl of [
    'http://images.example.com/a.png',
    'https://a;script-src *.example.com/a.png',
    "https://a';b.example.com/",
    'https://user:pass@images.example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://localhost/a.png',
    'data:image/png;base64,AAAA',
    '//images.example.com',
    `${edgeUrl}/streams/abc/cover.jpg`,
    '/player-pictures/x.webp',
  ]) {
    const screens = { '404': { imageUrl, message: 'Gone' } };
    const answer = await ask('POST', PATH, { name: 'A', options: { errorScreens: screens } });
    assert.deepEqual(
      faultsOf(answer),
      [['options.errorScreens.404.imageUrl', 'invalid_picture_url']],
      imageUrl,
    );
  }
  const { options } = (await create('B', { logoUrl: EXTERNAL })).answer.body as unknown as {
    options: { logoUrl: string };
  };
  assert.equal(options.logoUrl, EXTERNAL);
});

const TAG = 'https://ads.example.com/vast?cb=[CACHEBUSTING]';

test('ads need a tag, which may come before or with them and stays while they are off', async () => {
  const without = await ask('POST', PATH, { name: 'A', options: { adsEnabled: true } });
  assert.deepEqual([without.status, faultsOf(without)], [422, [['options.adTagUrl', 'required']]]);
  const options = { adsEnabled: true, adTagUrl: ` ${TAG} `, autoplayAdsMuted: false };
  const { at, answer } = await create('With ads', options);
  const { adsEnabled, adTagUrl, autoplayAdsMuted } = optionsOf(answer);
  assert.deepEqual([adsEnabled, adTagUrl, autoplayAdsMuted], [true, TAG, false]);
  const emptied = await ask('PUT', at, { options: { adTagUrl: null } });
  assert.deepEqual(faultsOf(emptied), [['options.adTagUrl', 'required']]);
  const off = await ask('PUT', at, { options: { adsEnabled: false } });
  assert.equal(optionsOf(off)['adTagUrl'], TAG);
  assert.equal((await ask('PUT', at, { options: { adsEnabled: true } })).status, 200);
});

test('an ad tag lies behind https at a host with a name, also while ads are off', async () => {
  for (const adTagUrl of [
    'http://ads.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://intranet/',
    'https://2130706433/',
    'https://a.localhost/',
    'javascript:alert(1)',
  ]) {
    const answer = await ask('POST', PATH, { name: 'A', options: { adTagUrl } });
    assert.deepEqual(faultsOf(answer), [['options.adTagUrl', 'invalid_ad_tag']], adTagUrl);
  }
  for (const [adTagUrl, code] of [
    [' ', 'too_short'],
    [`https://ads.example.com/${'x'.repeat(4000)}`, 'too_long'],
  ]) {
    const answer = await ask('POST', PATH, { name: 'A', options: { adTagUrl } });
    assert.deepEqual(faultsOf(answer), [['options.adTagUrl', code]]);
  }
});

test('an uploaded picture is rewritten, and shown only by players of its team', async () => {
  const { url, id } = await addPicture();
  assert.equal(new URL(url).origin, new URL(app.context.config.edgeUrl).origin);
  const stored = await app.context.storage.read(getPictureKey(id));
  const { format, width } = await sharp(stored ?? Buffer.alloc(0)).metadata();
  assert.deepEqual([format, width], ['webp', 40]);
  const made = await create('With logo', { logoUrl: url });
  assert.equal(optionsOf(made.answer)['logoUrl'], url);
  for (const [logoUrl, as] of [
    [url, other],
    [url.replace(id, '01a1f8ad-4411-74ec-8e0d-2f6dc0b5c7ed'), admin],
  ] as const) {
    const answer = await ask('POST', PATH, { name: 'A', options: { logoUrl } }, as);
    assert.deepEqual(faultsOf(answer), [['options.logoUrl', 'unknown']]);
  }
});

test('a large photo comes back no larger than a screen, and a GIF as its first picture', async () => {
  const photo = await solid(4000, 3000).jpeg().toBuffer();
  const large = await ask('POST', '/api/v1/player-pictures', form(photo));
  assert.deepEqual([large.body['width'], large.body['height']].map(String), ['1920', '1440']);
  const gif = await solid(30, 30).gif().toBuffer();
  assert.equal((await ask('POST', '/api/v1/player-pictures', form(gif))).status, 201);
});

test('what is no picture, or too large a one, is refused by name and not kept', async () => {
  const before = await storedPictures();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
  const webp = await solid(9, 9).webp().toBuffer();
  const png = await solid(9, 9).png().toBuffer();
  const huge = await solid(8000, 6300).png({ compressionLevel: 1 }).toBuffer();
  for (const [bytes, code] of [
    [svg, 'not_a_picture'],
    [webp, 'not_a_picture'],
    [png.subarray(0, png.length - 20), 'not_a_picture'],
    [huge, 'picture_too_large'],
    [Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), 'too_big'],
  ] as const) {
    const answer = await ask('POST', '/api/v1/player-pictures', form(bytes));
    assert.equal(answer.status, 422, code);
    assert.deepEqual(faultsOf(answer), [['image', code]]);
  }
  assert.deepEqual(await storedPictures(), before);
});

async function storedPictures(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.context.storage.list('player-pictures')) keys.push(key);
  return keys.toSorted();
}

async function runSweep(): Promise<void> {
  const db = actingFor(app.context.db, ownActor('sweep-images'));
  await db.transaction().execute((tx) => removeUnused(tx));
}

test('a picture that no player shows any more is gone a day later', async () => {
  const pictures = [await addPicture(), await addPicture(), await addPicture(), await addPicture()];
  const [shown, unshown, , dropped] = pictures as [Added, Added, Added, Added];
  const screens = { '403': { imageUrl: shown.url, message: 'No' } };
  const { at } = await create('Shows one', { errorScreens: screens, logoUrl: dropped.url });
  const both = await create('Shows it too', { errorScreens: screens });
  assert.equal((await ask('DELETE', both.at)).status, 204);
  await ask('PUT', at, { options: { logoUrl: null } });
  const left = async () => {
    await collectGarbage(app);
    const keys = await storedPictures();
    return pictures.map(({ id }) => keys.includes(getPictureKey(id)));
  };
  await runSweep();
  assert.deepEqual(await left(), [true, true, true, true]);
  const aged = [shown.id, unshown.id, dropped.id];
  await sql`update images set created_at = now() - interval '25 hours',
      unused_since = unused_since - interval '25 hours'
    where id = any(${aged})`.execute(app.context.db);
  await runSweep();
  assert.deepEqual(await left(), [true, false, true, false]);
  const again = await ask('PUT', at, { options: { logoUrl: unshown.url } });
  assert.deepEqual(faultsOf(again), [['options.logoUrl', 'unknown']]);
});

test('a project has a player of its team or the standard one, and keeps it from deletion', async () => {
  const mine = await create('Of a project');
  const theirs = await create('Theirs', {}, other);
  const path = `/api/v1/projects/${owner.projectKey}`;
  const first = await ask('GET', path);
  assert.deepEqual([first.body['playerId'], first.body['player']], [null, null]);
  const set = await ask('PUT', path, { playerId: mine.id });
  assert.equal(set.body['playerId'], mine.id);
  const { id, name, updatedAt } = set.body['player'] as unknown as Record<string, string>;
  assert.deepEqual([id, name], [mine.id, 'Of a project']);
  assert.equal(updatedAt, mine.answer.body['updatedAt']);
  for (const playerId of [theirs.id, 'x'])
    assert.deepEqual(faultsOf(await ask('PUT', path, { playerId })), [['playerId', 'unknown']]);
  const renamed = await ask('PUT', path, { description: 'Left out, it stays' });
  assert.equal(renamed.body['playerId'], mine.id);
  const refused = await ask('DELETE', mine.at);
  assert.deepEqual(codeOf(refused), [409, 'player_in_use']);
  assert.deepEqual((await ask('GET', mine.at)).body['useCount'], { project: 1 });
  const uses = async (as: Person) => (await ask('GET', `${mine.at}/uses`, undefined, as)).body;
  const toUses = (named: object[]) => ({ uses: [{ kind: 'project', named, count: 1 }] });
  const named = toUses([{ key: owner.projectKey, name: 'News' }]);
  assert.partialDeepStrictEqual(refused.body, named);
  assert.deepEqual(await uses(admin), named);
  const stranger = await app.addPerson(owner.scope, 'manager');
  assert.deepEqual(await uses(stranger), toUses([]));
  assert.equal((await ask('GET', `${mine.at}/uses`, undefined, other)).status, 404);
  assert.equal((await ask('PUT', path, { playerId: null })).body['player'], null);
  assert.equal((await ask('DELETE', mine.at)).status, 204);
});

test('viewers get a player and a project’s choice by documents, and none of a deleted one', async () => {
  const { storage } = app.context;
  const { url } = await addPicture();
  const { id, at } = await create('Published', { color: '#102030', logoUrl: url });
  const read = async () => {
    const bytes = await storage.read(getPublishedPlayerKey(id));
    return bytes && PublishedPlayer.parse(JSON.parse(bytes.toString()));
  };
  const readProject = async () => {
    const bytes = await storage.read(getPublishedProjectKey(owner.projectId));
    return bytes && PublishedProject.parse(JSON.parse(bytes.toString()));
  };
  await withWorker(app.context, async () => {
    await until('the player', async () => (await read())?.options.color === '#102030');
    assert.equal((await read())?.options.logoUrl, new URL(url).pathname);
    assert.equal((await read())?.teamId, owner.teamId);
    await ask('PUT', at, { options: { color: null } });
    await until('its change', async () => (await read())?.options.color === null);
    await ask('PUT', `/api/v1/projects/${owner.projectKey}`, { playerId: id });
    await until('the project', async () => (await readProject())?.playerId === id);
    await ask('PUT', `/api/v1/projects/${owner.projectKey}`, { playerId: null });
    await ask('DELETE', at);
    await until('no document', async () => (await read()) === null);
  });
});

test('a team has so many players at most', async () => {
  await sql`insert into players (id, team_id, name, options)
    select gen_random_uuid(), ${owner.teamId}, 'Player ' || n, '{}'
    from generate_series(1, ${MAX_PLAYERS}) n`.execute(app.context.db);
  assert.deepEqual(codeOf(await ask('POST', PATH, { name: 'More' })), [409, 'limit_reached']);
});
