import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import { type Browser, type Page, chromium } from 'playwright-core';
import { findBox } from './boxes.ts';
import { readCodecString } from './codec-string.ts';
import { packageTrack } from './packager.ts';
import { fragmentsOf, testFolder, ticksOf } from './test-clips.ts';
import { CODECS, collect, each, makeTrack } from './test-tracks.ts';
import { findMediaTools } from './tools.ts';
import { type TrackKeys, newTrackKeys } from './track-keys.ts';

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

async function lock(codec: string, keys: TrackKeys): Promise<Locked> {
  const kind = CODECS[codec]?.kind ?? 'video';
  const { init, segments } = await makeTrack(folder, codec, SECONDS, kind === 'video' ? [2] : [1]);
  const key = keys[kind];
  assert(key);
  const job = {
    kind,
    init,
    segments: each(segments),
    iv: keys.iv,
    key,
    systems: ['clearkey'] as const,
  };
  const packaged = await collect(packageTrack(tools, job));
  return { name: codec, kind, init: packaged.init, segments: packaged.segments, keyId: key.keyId };
}

function uuid(keyId: Buffer): string {
  return keyId.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const MIME: Readonly<Record<string, string>> = {
  ...{ h264: 'avc1.64000d', av1: 'av01.0.00M.08', vp9: 'vp09.00.11.08' },
  ...{ aac: 'mp4a.40.2', opus: 'opus' },
};

/** ISO/IEC 23009-1 in the least that plays; keys are given to the player, so no pssh is needed. */
function adaptationSet({ name, kind, init, segments, keyId }: Locked): string {
  const mdhd = findBox(init, ['moov', 'trak', 'mdia', 'mdhd']);
  const timescale = mdhd?.body.readUInt32BE(12) ?? 1;
  const timeline = segments.map((segment) => {
    const ticks = fragmentsOf(segment).reduce((sum, fragment) => sum + ticksOf(fragment), 0);
    return `<S d="${ticks}"/>`;
  });
  const codec = name === 'h264' ? readCodecString(init) : MIME[name];
  return `<AdaptationSet contentType="${kind}" mimeType="${kind}/mp4" codecs="${codec ?? MIME[name]}">
    <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cbcs"
      xmlns:cenc="urn:mpeg:cenc:2013" cenc:default_KID="${uuid(keyId)}"/>
    <SegmentTemplate timescale="${timescale}" initialization="${name}/init.mp4" media="${name}/$Number$.m4s">
      <SegmentTimeline>${timeline.join('')}</SegmentTimeline></SegmentTemplate>
    <Representation id="${name}" bandwidth="500000"${kind === 'video' ? ' width="320" height="180"' : ' audioSamplingRate="48000"'}/>
  </AdaptationSet>`;
}

async function serve(tracks: readonly Locked[]): Promise<{ server: Server; origin: string }> {
  const player = createRequire(import.meta.url).resolve(
    'shaka-player/dist/shaka-player.compiled.js',
  );
  const mpd = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT2S"
    mediaPresentationDuration="PT${SECONDS}S" profiles="urn:mpeg:dash:profile:isoff-live:2011">
    <Period>${tracks.map(adaptationSet).join('')}</Period></MPD>`;
  const page = '<!doctype html><video muted></video><script src="player.js"></script>';
  const files = new Map<string, [string, Buffer | string]>([
    ['/', ['text/html', page]],
    ['/player.js', ['text/javascript', await readFile(player)]],
    ['/stream.mpd', ['application/dash+xml', mpd]],
    ...tracks.flatMap(({ name, kind, init, segments }) =>
      [init, ...segments].map((bytes, n): [string, [string, Buffer]] => [
        `/${name}/${n === 0 ? 'init.mp4' : `${n}.m4s`}`,
        [`${kind}/mp4`, bytes],
      ]),
    ),
  ]);
  const server = createServer((request, response) => {
    const [type, body] = files.get(request.url ?? '') ?? [];
    response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env['KINORA_CHROMIUM'] ?? places.find((path) => existsSync(path));
let browser: Browser | null = null;
after(() => browser?.close());

async function openPage(origin: string): Promise<Page> {
  const args = ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'];
  browser ??= await chromium.launch({ executablePath: executablePath ?? '', args });
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}

type Played = { error: string | null; time: number; frames: number };

/** Plays to the end, or to the first error, with keys as hex by key id. */
async function play(page: Page, clearKeys: Record<string, string>): Promise<Played> {
  // As text, because the page's types are not those of this program.
  return page.evaluate(`(async (clearKeys) => {
    const video = document.querySelector('video');
    const player = new shaka.Player();
    await player.attach(video);
    player.configure({ drm: { clearKeys }, streaming: { bufferingGoal: 20 } });
    const failed = new Promise((resolve) => {
      player.addEventListener('error', ({ detail }) => resolve('shaka ' + detail.code));
      video.addEventListener('error', () => resolve('video ' + video.error.code));
    });
    const ended = new Promise((resolve) => video.addEventListener('ended', () => resolve(null)));
    const loading = player.load('/stream.mpd').then(() => video.play());
    let error = await Promise.race([loading.then(() => null, (e) => 'load ' + (e.code ?? e)), failed]);
    video.playbackRate = 3;
    error ??= await Promise.race([failed, ended]);
    return {
      error,
      time: video.currentTime,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  })(${JSON.stringify(clearKeys)})`);
}

const skip = executablePath === undefined;

for (const [video, audio] of [
  ['h264', 'aac'],
  ['av1', 'aac'],
  ['vp9', 'opus'],
] as const) {
  test(
    `protected ${video} and ${audio} play from first to last in Chromium`,
    { skip },
    async () => {
      const keys = newTrackKeys();
      const tracks = [await lock(video, keys), await lock(audio, keys)];
      const page = await openPage((await serve(tracks)).origin);
      const played = await play(page, {
        [keys.video?.keyId.toString('hex') ?? '']: keys.video?.key.toString('hex') ?? '',
        [keys.audio?.keyId.toString('hex') ?? '']: keys.audio?.key.toString('hex') ?? '',
      });
      assert.equal(played.error, null);
      assert(Math.abs(played.time - SECONDS) < 0.1, `ended at ${played.time}`);
      assert(played.frames > 50, `${played.frames} frames`);
      await page.close();
    },
  );
}

test('with another key nothing plays', { skip }, async () => {
  const keys = newTrackKeys();
  const tracks = [await lock('h264', keys)];
  const page = await openPage((await serve(tracks)).origin);
  const wrong = newTrackKeys().video?.key.toString('hex') ?? '';
  const played = await play(page, { [keys.video?.keyId.toString('hex') ?? '']: wrong });
  assert.match(played.error ?? '', /^(?:video|shaka) /);
  await page.close();
});
