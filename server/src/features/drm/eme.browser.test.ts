import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EME_IN_PAGE } from './test-eme-page.ts';
import {
  type Browser,
  type LicenceScene,
  SECONDS,
  startLicenceScene,
} from './test-licence-scene.ts';

// These cases hold what W3C asks of ClearKey (Encrypted Media Extensions §9.1) by the browser's own calls
// alone, so that players we didn't write can get our licences and open our streams. They follow the cases of
// W3C's web-platform-tests that involve a stream or a licence: temporary (events, multikey, multisession,
// sequential keys, waitingforkey, two videos, encrypted and clear sources), the orders of setMediaKeys, key
// statuses and closed sessions. The others test the browser alone. One case shows that ClearKey keeps no
// licence in Chromium.

type Page = Awaited<ReturnType<Browser['newPage']>>;

let scene: LicenceScene;
let page: Page;
before(async () => {
  scene = await startLicenceScene();
  page = await scene.browser.newPage();
  await page.goto(`${scene.url}/healthz`);
  await page.setContent('<video muted></video>');
  await page.evaluate(`globalThis.token = ${JSON.stringify(scene.createToken())}`);
  await page.evaluate(`globalThis.seconds = ${SECONDS}`);
  await page.evaluate(`globalThis.videoKey = ${JSON.stringify(scene.videoKey)}`);
  await page.addScriptTag({ content: EME_IN_PAGE });
});
after(() => scene.close());

const inPage = <T>(body: string) => page.evaluate<T>(`(async () => { ${body} })()`);

test('one session of the boxes in the stream opens all tracks, which play to their end', async () => {
  const seen = await inPage<{
    kids: string[];
    type: string;
    statuses: Record<string, string>;
    ids: string[];
    time: number;
    initDataTypes: string[];
  }>(`
    const { tracks, licence } = await readTracks();
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const { video, events, filled } = await openMedia(pickTracks(tracks));
    await video.setMediaKeys(mediaKeys);
    const sessions = await openAll(mediaKeys, licence, events);
    await filled;
    const time = await playToEnd(video);
    const [{ type, body }] = sessions[0].messages;
    const statuses = sessions.flatMap(({ session }) => [...session.keyStatuses]);
    return {
      time, type, kids: body.kids,
      statuses: Object.fromEntries(statuses.map(([id, status]) => [hex(id), status])),
      initDataTypes: events.encrypted.map((one) => one.initDataType),
      ids: pickTracks(tracks).map(({ kid }) => kid),
    };
  `);
  assert.equal(seen.type, 'license-request');
  assert.ok(seen.initDataTypes.every((type) => type === 'cenc'));
  assert.ok(seen.kids.length > 0);
  for (const id of seen.ids) assert.equal(seen.statuses[id], 'usable');
  assert.ok(seen.time > SECONDS - 0.5, `${seen.time} s`);
});

test('keys are asked for by their ids, in a session each, and a seek needs no more', async () => {
  const seen = await inPage<{ asked: string[][]; time: number; messages: number }>(`
    const { tracks, licence } = await readTracks();
    const chosen = pickTracks(tracks);
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const { video, filled } = await openMedia(chosen);
    await video.setMediaKeys(mediaKeys);
    const sessions = [];
    for (const { kid } of chosen) {
      const bytes = Uint8Array.from(kid.match(/../g), (two) => parseInt(two, 16));
      const id = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const noted = openSession(mediaKeys, licence);
      await noted.session.generateRequest('keyids', new TextEncoder().encode(JSON.stringify({ kids: [id] })));
      await noted.updated;
      sessions.push(noted);
    }
    await filled;
    await video.play();
    await waitFor('some of it', () => video.currentTime > 0.5);
    video.currentTime = seconds - 1;
    await waitFor('the end', () => video.ended);
    return {
      time: video.currentTime,
      asked: sessions.map(({ statuses }) => Object.keys(statuses)),
      messages: sessions.reduce((sum, { messages }) => sum + messages.length, 0),
    };
  `);
  assert.ok(seen.time > SECONDS - 0.5);
  assert.deepEqual(
    seen.asked.map(({ length }) => length),
    [1, 1],
  );
  assert.notDeepEqual(seen.asked[0], seen.asked[1]);
  assert.equal(seen.messages, 2);
});

test('without its key a stream waits, and goes on once the licence is there', async () => {
  const seen = await inPage<{ before: number; waiting: number; refused: number[]; time: number }>(`
    const { tracks, licence } = await readTracks();
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const { video, events, filled } = await openMedia(pickTracks(tracks));
    await video.setMediaKeys(mediaKeys);
    await filled;
    const playing = video.play();
    await waitFor('a key to be missed', () => events.waiting > 0);
    const refused = openSession(mediaKeys, licence, { bearer: 'x' });
    const { initDataType, initData } = events.encrypted[0];
    await refused.session.generateRequest(initDataType, initData);
    await refused.updated;
    const before = video.currentTime;
    await openAll(mediaKeys, licence, events);
    await playing;
    await waitFor('the end', () => video.ended);
    return { before, waiting: events.waiting, refused: refused.refused, time: video.currentTime };
  `);
  assert.ok(seen.before < 0.04, `${seen.before} s`);
  assert.deepEqual(seen.refused, [401]);
  assert.ok(seen.time > SECONDS - 0.5);
});

test('a licence for SD has the keys of SD and of audio, and no other', async () => {
  await page.evaluate(
    `globalThis.sdToken = ${JSON.stringify(scene.createToken({ max_resolution: 'SD' }))}`,
  );
  const seen = await inPage<{ statuses: Record<string, string>; allowed: string[]; hd: string[] }>(`
    const { tracks, licence } = await readTracks();
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const kids = [...new Set(tracks.map(({ kid }) => kid))];
    const ids = kids.map((kid) => btoa(String.fromCharCode(...kid.match(/../g).map((two) => parseInt(two, 16))))
      .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    const noted = openSession(mediaKeys, licence, { bearer: sdToken });
    await noted.session.generateRequest('keyids', new TextEncoder().encode(JSON.stringify({ kids: ids })));
    await noted.updated;
    await waitFor('the keys', () => Object.keys(noted.statuses).length > 0);
    const of = (check) => [...new Set(tracks.filter(check).map(({ kid }) => kid))];
    return {
      statuses: noted.statuses,
      allowed: of(({ isVideo, height }) => !isVideo || height <= 576),
      hd: of(({ height }) => height > 576),
    };
  `);
  assert.ok(seen.hd.length > 0);
  assert.deepEqual(Object.keys(seen.statuses).toSorted(), seen.allowed.toSorted());
  for (const id of seen.hd) assert.equal(seen.statuses[id], undefined);
});

test('a closed session takes its keys with it, and a new one brings them back', async () => {
  const seen = await inPage<{ closed: string; held: number; time: number }>(`
    const { tracks, licence } = await readTracks();
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const { video, events, filled } = await openMedia(pickTracks(tracks));
    await video.setMediaKeys(mediaKeys);
    await filled;
    let closed = '';
    for (const { session } of await openAll(mediaKeys, licence, events)) {
      await session.close();
      closed = await session.closed;
    }
    const playing = video.play();
    await waitFor('a key to be missed', () => events.waiting > 0);
    const held = video.currentTime;
    await openAll(mediaKeys, licence, events);
    await playing;
    await waitFor('the end', () => video.ended);
    return { closed, held, time: video.currentTime };
  `);
  assert.equal(seen.closed, 'closed-by-application');
  // Chromium's clock may have begun, by less than a frame.
  assert.ok(seen.held < 0.04, `${seen.held} s`);
  assert.ok(seen.time > SECONDS - 0.5);
});

test('keys may be set before the media, after its address, when it is found encrypted, and last', async () => {
  const seen = await inPage<Record<string, number>>(`
    const { tracks, licence } = await readTracks();
    const access = await requestAccess(tracks);
    const times = {};
    for (const order of ['first', 'after the address', 'when it is encrypted', 'after the licence']) {
      const mediaKeys = await access.createMediaKeys();
      const video = freshVideo();
      const set = async (now) => { if (now === order) await video.setMediaKeys(mediaKeys); };
      await set('first');
      const { events, filled } = await openMedia(pickTracks(tracks), video);
      await set('after the address');
      await waitFor('what is encrypted', () => events.encrypted.length > 1);
      await set('when it is encrypted');
      await openAll(mediaKeys, licence, events);
      await set('after the licence');
      await filled;
      times[order] = await playToEnd(video);
    }
    return times;
  `);
  assert.equal(Object.keys(seen).length, 4);
  for (const [order, time] of Object.entries(seen)) assert.ok(time > SECONDS - 0.5, order);
});

test('what happens comes in the order that EME gives it', async () => {
  const seen = await inPage<string[]>(`
    const { tracks, licence } = await readTracks();
    const mediaKeys = await (await requestAccess(tracks)).createMediaKeys();
    const [picture] = pickTracks(tracks);
    const { video, events, filled } = await openMedia([picture]);
    const order = [];
    video.addEventListener('playing', () => order.push('playing'), { once: true });
    await video.setMediaKeys(mediaKeys);
    const session = mediaKeys.createSession();
    const updated = new Promise((resolve) => session.addEventListener('message', async ({ messageType, message }) => {
      order.push(messageType);
      const headers = { authorization: 'Bearer ' + token };
      const answer = await fetch(licence, { method: 'POST', body: message, headers });
      order.push('licence');
      await session.update(await answer.arrayBuffer());
      order.push('updated');
      resolve();
    }));
    session.addEventListener('keystatuseschange', () =>
      order.push(session.keyStatuses.size === 0 ? 'no keys' : [...new Set(session.keyStatuses.values())].join()));
    await waitFor('what is encrypted', () => events.encrypted.length > 0);
    order.push(events.encrypted[0].initDataType);
    await session.generateRequest(events.encrypted[0].initDataType, events.encrypted[0].initData);
    await updated;
    await filled;
    await playToEnd(video);
    session.closed.then(() => order.push('closed'));
    await session.close();
    await pause(100);
    return order;
  `);
  // The promise of an update and what it changed may come either way round.
  const [type, message, licence, ...rest] = seen;
  assert.deepEqual([type, message, licence], ['cenc', 'license-request', 'licence']);
  assert.deepEqual(rest.slice(0, 2).toSorted(), ['updated', 'usable']);
  assert.equal(rest[2], 'playing');
  assert.deepEqual(rest.slice(3).toSorted(), ['closed', 'no keys']);
});

test('two players on one page have keys of their own', async () => {
  const seen = await inPage<number[]>(`
    const { tracks, licence } = await readTracks();
    const access = await requestAccess(tracks);
    const videos = [freshVideo()];
    videos.push(videos[0].cloneNode());
    document.body.append(videos[1]);
    const opened = await Promise.all(videos.map(async (video) => {
      const mediaKeys = await access.createMediaKeys();
      await video.setMediaKeys(mediaKeys);
      const { events, filled } = await openMedia(pickTracks(tracks), video);
      await openAll(mediaKeys, licence, events);
      await filled;
    }));
    const times = await Promise.all(videos.map(playToEnd));
    videos[1].remove();
    return times;
  `);
  for (const time of seen) assert.ok(time > SECONDS - 0.5, `${time} s`);
});

test('a player switches between encrypted and clear sources, and its keys open a source again', async () => {
  await page.route('**/clear.mp4', (route) =>
    route.fulfill({ body: scene.clip, contentType: 'video/mp4' }),
  );
  const seen = await inPage<{ times: number[]; sessions: number[]; again: number }>(`
    const { tracks, licence } = await readTracks();
    const access = await requestAccess(tracks);
    const video = freshVideo();
    const clear = async (keepsKeys) => {
      video.pause();
      video.removeAttribute('src');
      video.load();
      if (!keepsKeys) await video.setMediaKeys(null);
    };
    const times = [];
    const sessions = [];
    let last;
    for (const isEncrypted of [true, false, true]) {
      if (isEncrypted) {
        last = await access.createMediaKeys();
        await video.setMediaKeys(last);
        const { events, filled } = await openMedia(pickTracks(tracks), video);
        sessions.push((await openAll(last, licence, events)).length);
        await filled;
      } else video.src = '/clear.mp4';
      times.push(await playToEnd(video));
      if (times.length < 3) await clear(false);
    }
    await clear(true);
    const { filled } = await openMedia(pickTracks(tracks), video);
    await filled;
    return { times, sessions, again: await playToEnd(video) };
  `);
  assert.deepEqual(seen.sessions, [2, 2]);
  for (const time of [...seen.times, seen.again]) assert.ok(time > SECONDS - 0.5, `${time} s`);
});

test('a ClearKey licence that stays is refused by the browser before anybody is asked', async () => {
  const seen = await inPage<string>(`
    const { tracks } = await readTracks();
    return requestAccess(tracks, ['persistent-license']).then(() => 'given', ({ name }) => name);
  `);
  assert.equal(seen, 'NotSupportedError');
});
