import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { findBox } from '../mp4/boxes.ts';
import { packageTrack } from './packager.ts';
import { readFragments, testFolder, sumTicks } from '../test-clips.ts';
import { type Files, type ServedFile, noBrowser, openPage, play, serve } from '../test-player.ts';
import { CODECS, collect, each, makeTrack } from '../test-tracks.ts';
import { findMediaTools } from '../cage/tools.ts';
import { createContentKey } from './content-key.ts';

const folder = await testFolder();
const tools = await findMediaTools();
const SECONDS = 6;

type Locked = {
  name: string;
  kind: 'video' | 'audio';
  init: Buffer;
  segments: Buffer[];
  keyId: Buffer;
};

async function lock(codec: string, key = createContentKey()): Promise<Locked> {
  const kind = CODECS[codec]?.kind ?? 'video';
  const { init, segments } = await makeTrack(folder, codec, SECONDS, kind === 'video' ? [2] : [1]);
  const job = { kind, init, segments: each(segments), iv: randomBytes(16), key };
  const packaged = await collect(packageTrack(tools, { ...job, systems: ['clearkey'] }));
  return { name: codec, kind, init: packaged.init, segments: packaged.segments, keyId: key.keyId };
}

function uuid(keyId: Buffer): string {
  return keyId.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const CODEC_STRINGS: Readonly<Record<string, string>> = {
  h264: 'avc1.64000d',
  av1: 'av01.0.00M.08',
  vp9: 'vp09.00.11.08',
  aac: 'mp4a.40.2',
  opus: 'opus',
};

/**
 * The shortest manifest of ISO/IEC 23009-1 that plays; the player gets the keys, so no pssh is
 * needed.
 */
function adaptationSet({ name, kind, init, segments, keyId }: Locked): string {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd']);
  const timescale = mdhd?.body.readUInt32BE(12) ?? 1;
  const timeline = segments.map((segment) => {
    const ticks = readFragments(segment).reduce((sum, fragment) => sum + sumTicks(fragment), 0);
    return `<S d="${ticks}"/>`;
  });
  const shape = kind === 'video' ? 'width="320" height="180"' : 'audioSamplingRate="48000"';
  return `<AdaptationSet contentType="${kind}" mimeType="${kind}/mp4" codecs="${CODEC_STRINGS[name]}">
    <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs"
      xmlns:cenc="urn:mpeg:cenc:2013" cenc:default_KID="${uuid(keyId)}"/>
    <SegmentTemplate timescale="${timescale}" initialization="${name}/init.mp4" media="${name}/$Number$.m4s">
      <SegmentTimeline>${timeline.join('')}</SegmentTimeline></SegmentTemplate>
    <Representation id="${name}" bandwidth="500000" ${shape}/>
  </AdaptationSet>`;
}

function listFiles(tracks: readonly Locked[]): Files {
  const mpd = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT2S"
    mediaPresentationDuration="PT${SECONDS}S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
    <Period>${tracks.map(adaptationSet).join('')}</Period></MPD>`;
  return new Map<string, ServedFile>([
    ['/stream.mpd', { type: 'application/dash+xml', body: mpd }],
    ...tracks.flatMap(({ name, kind, init, segments }) =>
      [init, ...segments].map(
        (body, n) =>
          [`/${name}/${n === 0 ? 'init.mp4' : `${n}.m4s`}`, { type: `${kind}/mp4`, body }] as const,
      ),
    ),
  ]);
}

for (const [video, audio] of [
  ['h264', 'aac'],
  ['av1', 'aac'],
  ['vp9', 'opus'],
] as const) {
  const name = `protected ${video} and ${audio} play from first to last in Chromium`;
  test(name, { skip: noBrowser }, async () => {
    const keys = { video: createContentKey(), audio: createContentKey() };
    const tracks = [await lock(video, keys.video), await lock(audio, keys.audio)];
    const page = await openPage(await serve(listFiles(tracks)));
    const { error, time, frames } = await play(page, '/stream.mpd', {
      [keys.video.keyId.toString('hex')]: keys.video.key.toString('hex'),
      [keys.audio.keyId.toString('hex')]: keys.audio.key.toString('hex'),
    });
    assert.equal(error, null);
    assert(Math.abs(time - SECONDS) < 0.1, `ended at ${time}`);
    assert(frames > 50, `${frames} frames`);
    await page.close();
  });
}

test('with another key nothing plays', { skip: noBrowser }, async () => {
  const key = createContentKey();
  const page = await openPage(await serve(listFiles([await lock('h264', key)])));
  const wrong = createContentKey().key.toString('hex');
  const keyId = key.keyId.toString('hex');
  const { error } = await play(page, '/stream.mpd', { [keyId]: wrong });
  assert.match(error ?? '', /^(?:video|shaka) /);
  await page.close();
});
