/** Opens a track of each kind from the MPD alone, and uses EME as a page by others would. */
export const EME_IN_PAGE = `
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
function freshVideo() {
  const before = document.querySelector('video');
  const video = before.cloneNode();
  before.replaceWith(video);
  return video;
}
/** Appends the files of tracks; what each encrypted event says is kept. */
async function openMedia(chosen, video = freshVideo()) {
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
/** One session for each event of what is encrypted: a track's boxes name its own key. */
async function openAll(mediaKeys, licence, events) {
  await waitFor('what is encrypted', () => events.encrypted.length > 1);
  const all = [];
  for (const { initDataType, initData } of events.encrypted) {
    const noted = openSession(mediaKeys, licence);
    await noted.session.generateRequest(initDataType, initData);
    await noted.updated;
    all.push(noted);
  }
  return all;
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
