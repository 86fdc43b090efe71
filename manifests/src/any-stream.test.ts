import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { writeMediaPlaylist, writeMultivariantPlaylist } from './hls.ts';
import { hasIFramePlaylist } from './hls-i-frames.ts';
import { writeDashManifest } from './dash.ts';
import { find, read, setsOf } from './test-mpd.ts';
import { attributes, groups, variants } from './test-playlists.ts';
import { audio, cbcs, stream, video } from './test-stream.ts';

/** The same streams at every run. */
function createDice(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
  const oneOf = <T>(...choices: [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0];
  return { below, oneOf, chance: (percent: number) => below(100) < percent };
}
type Dice = ReturnType<typeof createDice>;

const randomRuns = ({ below }: Dice) =>
  Array.from({ length: 1 + below(4) }, () => ({ count: 1 + below(5), ticks: 1 + below(400_000) }));

function randomBandwidth({ below, chance }: Dice) {
  const averageBps = 1 + below(8_000_000);
  return { averageBps, peakBps: averageBps + below(4_000_000), measured: chance(50) };
}

function randomVideo(dice: Dice, index: number): VideoRendition {
  const { oneOf, chance, below } = dice;
  return video(oneOf(180, 360, 720, 1080), 1, {
    id: `v${index}`,
    codec: oneOf('avc1.64001f', 'avc1.42c00d', 'hvc1.1.6.L93.B0', 'av01.0.05M.08', 'vp09.00.11.08'),
    frameRate: { numerator: 1 + below(60_000), denominator: oneOf(1, 1000, 1001) },
    bandwidth: randomBandwidth(dice),
    ready: chance(70),
    iFrames: chance(50) ? randomBandwidth(dice) : null,
  });
}

function randomAudio(dice: Dice, index: number): AudioRendition {
  const { oneOf, chance } = dice;
  return audio(`a${index}`, {
    codec: oneOf('mp4a.40.2', 'mp4a.40.5', 'opus', 'ac-3'),
    channels: oneOf(1, 2, 6, 8),
    languageCode: oneOf('tha', 'eng', 'und', 'zxx', '1a'),
    name: oneOf('ไทย', 'English', '', '"><\n', 'A & B'),
    isAudioDescription: chance(25),
    segments: { timescale: oneOf(44_100, 48_000), runs: randomRuns(dice) },
    bandwidth: randomBandwidth(dice),
    ready: chance(70),
  });
}

function randomStream(seed: number): StreamDescription {
  const dice = createDice(seed);
  const { below, chance, oneOf } = dice;
  const isTied = chance(30);
  const pictures = Array.from({ length: below(5) }, (_, n) => ({
    ...randomVideo(dice, n),
    ...(isTied ? { audioIds: ['a0', 'a1', 'a2', 'a3'].filter(() => chance(40)) } : {}),
  }));
  return stream({
    durationMs: 1 + below(10_000_000),
    video: pictures,
    videoSegments:
      pictures.length > 0 ? { timescale: oneOf(25, 30_000, 90_000), runs: randomRuns(dice) } : null,
    audio: Array.from({ length: below(6) }, (_, n) => randomAudio(dice, n)),
    open: chance(30),
    firstRenditionId: chance(30) ? `v${below(5)}` : null,
    encryption: chance(30) ? cbcs(['widevine', 'playready', 'fairplay']) : null,
  });
}

const STREAMS = Array.from({ length: 400 }, (_, seed) => randomStream(seed * 7919 + 1));

/** Rendition ids that a multivariant playlist leads to. */
function checkMultivariant(description: StreamDescription, text: string): Set<string> {
  const lines = text.split('\n');
  const media = groups(lines);
  const inGroup = (id: string | undefined) => media.filter((each) => each['GROUP-ID'] === id);
  const found = variants(lines);
  assert.ok(found.length > 0);
  for (const variant of found) {
    assert.ok(Number(variant.BANDWIDTH) >= Number(variant['AVERAGE-BANDWIDTH']));
    assert.match(variant.CODECS ?? '', /^"[^",]+(,[^",]+)*"$/);
    if (variant.AUDIO) assert.ok(inGroup(variant.AUDIO).length > 0, 'RFC 8216 §4.3.4.2: AUDIO');
    if (description.video.length > 0) {
      const isSilent = variant.AUDIO === undefined;
      assert.equal(variant.CODECS?.includes(','), !isSilent, variant.CODECS);
      const id = /rev1\/(.*)\.m3u8/.exec(variant.uri ?? '')?.[1];
      const played = description.video.find((one) => one.id === id)?.audioIds;
      const members = inGroup(variant.AUDIO).map(({ URI }) => URI);
      if (!played) assert.equal(isSilent, description.audio.length === 0);
      else assert.ok(members.every((URI) => played.some((own) => URI === `"rev1/${own}.m3u8"`)));
    }
  }
  for (const id of new Set(media.map((each) => each['GROUP-ID']))) {
    const members = inGroup(id);
    assert.equal(members.filter(({ DEFAULT }) => DEFAULT === 'YES').length, 1);
    assert.equal(new Set(members.map(({ NAME }) => NAME)).size, members.length);
    const automatic = members.filter(({ AUTOSELECT }) => AUTOSELECT === 'YES');
    const choices = automatic.map(
      ({ LANGUAGE, CHARACTERISTICS }) => `${LANGUAGE} ${CHARACTERISTICS}`,
    );
    assert.equal(new Set(choices).size, choices.length, 'RFC 8216 §4.3.4.1');
    assert.ok(
      found.some(({ AUDIO }) => AUDIO === id),
      'no group without its variant',
    );
  }
  const pictures = lines.filter((line) => line.startsWith('#EXT-X-I-FRAME-STREAM-INF:'));
  for (const line of pictures) {
    const id = /rev1\/(.*)-iframes\.m3u8/.exec(attributes(line).URI ?? '')?.[1] ?? '';
    assert.ok(hasIFramePlaylist(description, id));
  }
  const uris = [...found.map(({ uri }) => uri), ...media.map(({ URI }) => URI)];
  return new Set(uris.map((uri) => /rev1\/(.*)\.m3u8/.exec(uri ?? '')?.[1] ?? ''));
}

function checkMedia(text: string): void {
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(text)?.[1]);
  const durations = [...text.matchAll(/#EXTINF:([\d.]+),/g)].map((match) => Number(match[1]));
  assert.ok(durations.length > 0);
  for (const seconds of durations) assert.ok(Math.round(seconds) <= target, 'RFC 8216 §4.3.3.1');
  assert.ok(text.indexOf('#EXT-X-MAP') < text.indexOf('#EXTINF'));
  assert.ok(text.endsWith('#EXT-X-ENDLIST\n'));
}

test('of whatever stream, the multivariant playlist keeps its rules and leads to media playlists that keep theirs', () => {
  let written = 0;
  for (const description of STREAMS) {
    const text = writeMultivariantPlaylist(description);
    if (text === null) continue;
    written += 1;
    for (const id of checkMultivariant(description, text)) {
      const media = writeMediaPlaylist(description, id);
      assert.ok(media, `${id} leads nowhere`);
      checkMedia(media);
    }
  }
  assert.ok(written > 100 && written < STREAMS.length, `${written}`);
});

test('of whatever stream, the MPD names what is listed, each once, and is there when the playlist is', () => {
  for (const description of STREAMS) {
    const isThere = writeDashManifest(description) !== null;
    assert.equal(isThere, writeMultivariantPlaylist(description) !== null);
    if (!isThere) continue;
    const mpd = read(description);
    const isListed = ({ ready }: { ready: boolean }) => ready || description.open;
    const pictures = description.video.filter(isListed);
    const isPlayed = ({ id }: AudioRendition) =>
      pictures.length === 0 ||
      pictures.some(({ audioIds }) => audioIds === undefined || audioIds.includes(id));
    const sounds = description.audio.filter((one) => isListed(one) && isPlayed(one));
    for (const [kind, renditions] of [
      ['video', pictures],
      ['audio', sounds],
    ] as const) {
      const named = setsOf(mpd, kind).flatMap((set) =>
        find(set, 'Representation').map(({ attributes: { id } }) => id),
      );
      assert.deepEqual(new Set(named), new Set(renditions.map(({ id }) => id)));
      assert.equal(named.length, renditions.length);
    }
    const main = setsOf(mpd, 'audio').filter((set) =>
      find(set, 'Role').some(({ attributes: { value } }) => value === 'main'),
    );
    const isAudible = sounds.some(({ isAudioDescription }) => !isAudioDescription);
    if (isAudible) assert.ok(main.length > 0, 'something plays when nobody chose');
  }
});
