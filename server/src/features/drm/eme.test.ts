import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Browser,
  type LicenceScene,
  SECONDS,
  startLicenceScene,
} from './test-licence-scene.ts';

// These hold what W3C asks of ClearKey (Encrypted Media Extensions §9.1) by the browser's own calls alone:
// a player that nobody here wrote gets its licences of us, and its keys open our streams.

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
  await page.addScriptTag({ content: IN_PAGE });
});
after(() => scene.close());

/** Opens a track of each kind by the MPD alone, and speaks EME as a page of somebody's would. */
const IN_PAGE = `
async function readTracks() {
  const base = new URL('/streams/' + videoKey + '/manifest.mpd', location.href);
  const text = await (await fetch(base)).text();
  const mpd = new DOMParser().parseFromString(text, 'text/xml');
  const sets = [...mpd.querySelectorAll('AdaptationSet')];
  // Pictures for scrubbing are a set as well, in the clear.
  const tracks = sets.filter((set) => set.querySelector('ContentProtection')).flatMap((set) =>
    [...set.querySelectorAll('Representation')].map((one) => {
      const template = one.querySelector('SegmentTemplate') ?? set.querySelector('SegmentTemplate');
      const at = (name, number) => new URL(template.getAttribute(name)
        .replace('$RepresentationID$', one.id).replace('$Number$', number), base).href;
      const mime = (one.getAttribute('mimeType') ?? set.getAttribute('mimeType'));
      const codecs = one.getAttribute('codecs') ?? set.getAttribute('codecs');
      const protection = set.querySelector('ContentProtection[*|default_KID]');
      const kid = [...protection.attributes].find(({ localName }) => localName === 'default_KID');
      const runs = [...template.querySelectorAll('S')];
      const count = runs.reduce((sum, s) => sum + 1 + Number(s.getAttribute('r') ?? 0), 0);
      return {
        isVideo: mime.startsWith('video/'), type: mime + '; codecs="' + codecs + '"',
        height: Number(one.getAttribute('height') ?? 0), kid: kid.value.replaceAll('-', ''),
        files: [at('initialization'), ...Array.from({ length: count }, (_, n) => at('media', n + 1))],
      };
    }));
  const licence = new URL(mpd.getElementsByTagNameNS('https://dashif.org/CPS', 'Laurl')[0].textContent, base);
  return { tracks, licence };
}
const hex = (bytes) => [...new Uint8Array(bytes.buffer ?? bytes)].map((b) => b.toString(16).padStart(2, '0')).join('');
async function requestAccess(tracks, sessionTypes = ['temporary']) {
  const of = (isVideo) => tracks.filter((one) => one.isVideo === isVideo)
    .map(({ type }) => ({ contentType: type, encryptionScheme: 'cbcs' }));
  return navigator.requestMediaKeySystemAccess('org.w3.clearkey', [{
    initDataTypes: ['cenc', 'keyids'], sessionTypes,
    videoCapabilities: of(true), audioCapabilities: of(false),
  }]);
}
/** A session that asks our edge; it notes what it was told. */
function openSession(mediaKeys, licence, { bearer = token } = {}) {
  const session = mediaKeys.createSession();
  const noted = { session, messages: [], statuses: {}, refused: [] };
  session.addEventListener('keystatuseschange', () => {
    noted.statuses = Object.fromEntries([...session.keyStatuses].map(([id, status]) => [hex(id), status]));
  });
  noted.updated = new Promise((resolve, reject) => {
    session.addEventListener('message', async ({ messageType, message }) => {
      noted.messages.push({ type: messageType, body: JSON.parse(new TextDecoder().decode(message)) });
      const answer = await fetch(licence, {
        method: 'POST', body: message, headers: { authorization: 'Bearer ' + bearer },
      });
      if (!answer.ok) {
        noted.refused.push(answer.status);
        resolve();
        return;
      }
      session.update(await answer.arrayBuffer()).then(resolve, reject);
    });
  });
  return noted;
}
/** Appends the files of tracks; what each encrypted event says is kept. */
async function openMedia(chosen) {
  const before = document.querySelector('video');
  const video = before.cloneNode();
  before.replaceWith(video);
  const events = { encrypted: [], waiting: 0 };
  video.addEventListener('encrypted', ({ initDataType, initData }) =>
    events.encrypted.push({ initDataType, initData }));
  video.addEventListener('waitingforkey', () => { events.waiting += 1; });
  const source = new MediaSource();
  video.src = URL.createObjectURL(source);
  await new Promise((resolve) => source.addEventListener('sourceopen', resolve, { once: true }));
  const buffers = chosen.map(({ type }) => source.addSourceBuffer(type));
  const filled = Promise.all(chosen.map(async ({ files }, at) => {
    for (const file of files) {
      const bytes = await (await fetch(file)).arrayBuffer();
      buffers[at].appendBuffer(bytes);
      await new Promise((resolve) => buffers[at].addEventListener('updateend', resolve, { once: true }));
    }
  })).then(() => source.endOfStream());
  return { video, events, filled };
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function waitFor(what, check) {
  for (let tries = 0; tries < 400; tries += 1) {
    if (check()) return;
    await pause(50);
  }
  throw new Error('waited for ' + what);
}
async function playToEnd(video) {
  await video.play();
  await waitFor('the end, at ' + video.currentTime, () => video.ended);
  return video.currentTime;
}
const pickTracks = (tracks) => [
  tracks.filter(({ isVideo }) => isVideo).toSorted((a, b) => a.height - b.height)[0],
  tracks.find(({ isVideo }) => !isVideo),
];
`;

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
    await waitFor('what is encrypted', () => events.encrypted.length > 1);
    // The boxes of a track name its own key; those of the others come with their events.
    const sessions = [];
    for (const { initDataType, initData } of events.encrypted) {
      const noted = openSession(mediaKeys, licence);
      await noted.session.generateRequest(initDataType, initData);
      await noted.updated;
      sessions.push(noted);
    }
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
    for (const one of events.encrypted) {
      const noted = openSession(mediaKeys, licence);
      await noted.session.generateRequest(one.initDataType, one.initData);
      await noted.updated;
    }
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
    const open = async () => {
      const all = [];
      for (const one of events.encrypted) {
        const noted = openSession(mediaKeys, licence);
        await noted.session.generateRequest(one.initDataType, one.initData);
        await noted.updated;
        all.push(noted);
      }
      return all;
    };
    let closed = '';
    for (const { session } of await open()) {
      await session.close();
      closed = await session.closed;
    }
    const playing = video.play();
    await waitFor('a key to be missed', () => events.waiting > 0);
    const held = video.currentTime;
    await open();
    await playing;
    await waitFor('the end', () => video.ended);
    return { closed, held, time: video.currentTime };
  `);
  assert.equal(seen.closed, 'closed-by-application');
  // Chromium's clock may have begun, by less than a frame.
  assert.ok(seen.held < 0.04, `${seen.held} s`);
  assert.ok(seen.time > SECONDS - 0.5);
});
