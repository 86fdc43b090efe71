import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type Answer, type Json, type Person, type TestApp } from './test-app.ts';
import { overlayForm, presetInput } from './test-presets.ts';
import { lineBreaks, payloads, unprintable } from './test-payloads.ts';

// Text that people enter comes back as the same text, in an answer that no browser takes for more.

let app: TestApp;
let admin: Person;
let projectKey: string;
let browser: { cookie: string };

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
  browser = await app.signIn(admin);
  const created = await make('/api/v1/projects', { key: 'news', name: 'News' });
  projectKey = String(created.body['key']);
});
after(() => app.close());

async function call(method: string, url: string, body?: unknown): Promise<Answer> {
  const as = url.startsWith('/api/v1/personal-tokens') ? browser : admin;
  const answer = await app.call(method, url, { as, body });
  const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
  assert.equal(answer.headers['content-type'], `${type}; charset=utf-8`);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
  assert.equal(answer.headers['content-disposition'], undefined);
  return answer;
}

const make = (url: string, body: unknown) => call('POST', url, body);
const change = (url: string, body: unknown) => call('PUT', url, body);
/** Tags are short. */
const tagsOf = (text: string) => (text.length <= 60 ? [text] : []);
const video = (text: string) => ({
  title: text,
  tags: tagsOf(text),
  source: { type: 'video/mp4', size: 1, fileName: text },
});
const kept = (text: string) => text.normalize('NFC').trim();
const paths = (answer: Answer) => answer.body['errors']?.map((error: Json) => error['path']);

test('there are 200 texts, and all are different', () => {
  assert.ok(payloads.length + lineBreaks.length + unprintable.length >= 200);
  assert.equal(new Set(payloads).size, payloads.length);
});

test('titles, tags, file names and descriptions of videos come back as they went in', async () => {
  const created = await make('/api/v1/videos', { projectKey, videos: payloads.map(video) });
  assert.equal(created.status, 201);
  for (const [at, text] of payloads.entries()) {
    const one = created.body[at];
    const tags = one?.['tags']?.map((tag) => String(tag['name']));
    assert.deepEqual(tags, tagsOf(text).map(kept));
    const fileName = one?.['vod']?.['source']?.['fileName'];
    assert.deepEqual([one?.['title'], fileName], [kept(text), kept(text)]);
  }
  for (const [at, text] of payloads.entries()) {
    if (at % 5 !== 0) continue;
    const url = `/api/v1/videos/${String(created.body[at]?.['key'])}`;
    const changed = await change(url, { title: text, description: text, tags: tagsOf(text) });
    assert.deepEqual([changed.status, changed.body['description']], [200, kept(text)]);
    assert.equal((await call('GET', url)).body['title'], kept(text));
  }
});

test('each text is found by itself and is no pattern', async () => {
  for (const [at, text] of payloads.entries()) {
    if (at % 3 !== 0) continue;
    const query = `projectKey=${projectKey}&q=${encodeURIComponent(text)}`;
    const found = await call('GET', `/api/v1/videos?${query}`);
    assert.equal(found.status, 200, text);
    const titles = found.body.data.map((one) => one['title'] as unknown);
    assert.ok(titles.includes(kept(text)), `${text} is not among ${titles.join(' ')}`);
  }
  const all = await call('GET', `/api/v1/videos?q=${encodeURIComponent('[%]')}&limit=100`);
  const titles = all.body.data.map((one) => String(one['title']));
  assert.deepEqual(titles, ['[%]']);
});

test('names and descriptions of projects, tokens and people come back as they went in', async () => {
  for (const [at, text] of payloads.entries()) {
    if (at % 3 !== 0) continue;
    const project = await make('/api/v1/projects', { key: 'text', name: text, description: text });
    assert.deepEqual([project.body['name'], project.body['description']], [kept(text), kept(text)]);
    const token = await make('/api/v1/personal-tokens', { name: text });
    assert.equal(token.body['name'], kept(text));
    const person = await change('/api/auth/v1/me/name', { name: text });
    assert.equal(person.body['name'], kept(text));
    const opened = await app.call('POST', '/api/v1/page-views', {
      as: admin,
      body: { path: `/siam/${text}` },
    });
    assert.equal(opened.status, 204);
  }
});

test('names of presets, of their parts and of overlays come back as they went in', async () => {
  const preset = await make('/api/v1/presets', presetInput);
  const presetUrl = `/api/v1/presets/${String(preset.body['id'])}`;
  const overlay = await make('/api/v1/overlay-presets', overlayForm());
  const overlayUrl = `/api/v1/overlay-presets/${String(overlay.body['id'])}`;
  for (const [at, text] of payloads.entries()) {
    if (at % 4 !== 0 || text.length > 60) continue;
    const named = structuredClone(presetInput);
    const [profile] = named.profiles;
    assert.ok(profile);
    const parts = [profile, ...profile.videoTracks, ...profile.audioTracks];
    for (const part of [...parts, ...(profile.audioVariants ?? [])]) part.name = text;
    const changed = await change(presetUrl, { ...named, name: text });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const [saved] = changed.body['profiles'] ?? [];
    const names = [
      changed.body,
      saved,
      saved?.['videoTracks']?.[0],
      saved?.['audioTracks']?.[0],
      saved?.['audioVariants']?.[0],
    ].map((one) => String(one?.['name']));
    assert.deepEqual(names, Array(5).fill(kept(text)));
    const form = overlayForm();
    form.set('name', text);
    assert.equal((await change(overlayUrl, form)).body['name'], kept(text));
  }
});

test('line ends become spaces in fields of one line, and stay in descriptions', async () => {
  for (const text of lineBreaks) {
    const created = await make('/api/v1/videos', { projectKey, videos: [video(text)] });
    const one = created.body[0];
    const lines = [
      one?.['title'],
      one?.['tags']?.[0]?.['name'],
      one?.['vod']?.['source']?.['fileName'],
    ].map(String);
    for (const line of lines) assert.doesNotMatch(line, /[\t\n\r\u0085\u2028\u2029]/);
    const body = { key: 'text', name: text, description: text };
    const project = await make('/api/v1/projects', body);
    assert.doesNotMatch(String(project.body['name']), /[\t\n\r\u0085\u2028\u2029]/);
    const description = String(project.body['description']);
    assert.equal(description, text.replaceAll(/\r\n|[\u0085\u2028\u2029]/g, '\n'));
  }
});

test('text that can’t be shown, or shows something else, is refused by name', async () => {
  for (const text of unprintable) {
    const refused: [Answer, string][] = [
      [await make('/api/v1/projects', { key: 'text', name: text }), 'name'],
      [
        await make('/api/v1/projects', { key: 'text', name: 'Name', description: text }),
        'description',
      ],
      [await make('/api/v1/personal-tokens', { name: text }), 'name'],
      [await change('/api/auth/v1/me/name', { name: text }), 'name'],
    ];
    for (const [answer, path] of refused) {
      assert.deepEqual([answer.status, paths(answer)], [422, [path]], JSON.stringify(text));
    }
    const videos = await make('/api/v1/videos', { projectKey, videos: [video(text)] });
    assert.deepEqual(paths(videos), [
      'videos.0.title',
      'videos.0.tags.0',
      'videos.0.source.fileName',
    ]);
  }
});

test('a text is never part of a header of an answer', async () => {
  for (const text of [...payloads, ...lineBreaks].slice(0, 60)) {
    const url = `/api/v1/projects/${encodeURIComponent(text).slice(0, 150)}`;
    const answer = await app.call('GET', url, {
      as: admin,
      headers: { 'accept-language': text.replaceAll(/[^\u0020-\u007e]/g, ''), origin: 'null' },
    });
    assert.ok(answer.status >= 400);
    const headers = JSON.stringify(answer.headers);
    assert.ok(!/evil\.test|alert|access-control/.test(headers), headers);
  }
});
