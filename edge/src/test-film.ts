import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AudioRendition, StreamDescription } from '@kinora/contract/stream';
import { createTestAudio, createTestVideo } from '@kinora/contract/test-stream';
import { type EdgeUnderTest, startEdgeUnderTest, testStream } from './test-edge.ts';
import { encode } from './test-media.ts';

const X264 = '-c:v libx264 -preset ultrafast -g 50 -keyint_min 50 -sc_threshold 0 -pix_fmt yuv420p';
const VP9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 50 -keyint_min 50 -pix_fmt yuv420p';
export const FILM_SECONDS = 6;

const AUDIO = [
  ['a1', 'mp4a.40.2', 'aac', 'tha'],
  ['a2', 'mp4a.40.2', 'aac', 'eng'],
  ['a3', 'opus', 'libopus', 'tha'],
  ['a4', 'opus', 'libopus', 'eng'],
] as const;

export type Film = {
  folder: string;
  stream: StreamDescription;
  remove(): Promise<void>;
};

const BANDWIDTH = { peakBps: 400_000, averageBps: 300_000, measured: true };

/** Makes 6 s in two codecs of video and of audio, two sizes and two languages, with a storyboard. */
export async function makeFilm(): Promise<Film> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-film-'));
  const video = (id: string, codec: string, height: number) =>
    createTestVideo(height, { id, codec, bandwidth: { ...BANDWIDTH, peakBps: height * 2000 } });
  const encodeVideo = (id: string, size: string, codec: string) =>
    encode(join(folder, id), `testsrc=size=${size}:rate=25`, codec.split(' '), FILM_SECONDS);
  const videoSegments = await encodeVideo('v180', '320x180', X264);
  await encodeVideo('v90', '160x90', X264);
  await encodeVideo('v180-vp9', '320x180', VP9);
  const audio: AudioRendition[] = [];
  for (const [id, codec, encoder, languageCode] of AUDIO) {
    const sine = `sine=sample_rate=48000:frequency=${languageCode === 'tha' ? 440 : 880}`;
    const codecArguments = ['-c:a', encoder, '-ac', '2'];
    const segments = await encode(join(folder, id), sine, codecArguments, FILM_SECONDS);
    const name = languageCode === 'tha' ? 'ไทย' : 'English & <more>';
    const rendition = { codec, languageCode, name, segments, bandwidth: BANDWIDTH };
    audio.push(createTestAudio(id, rendition));
  }
  const stream = testStream({
    durationMs: FILM_SECONDS * 1000,
    videoSegments,
    video: [
      video('v180', 'avc1.42c00d', 180),
      video('v90', 'avc1.42c00b', 90),
      video('v180-vp9', 'vp09.00.11.08', 180),
    ],
    audio,
    deliveryModel: 'model-k',
    storyboard: {
      columns: 2,
      rows: 1,
      tileWidth: 160,
      tileHeight: 90,
      intervalMs: 2000,
      tiles: 3,
    },
  });
  return { folder, stream, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts an edge on which the film is published, with changes of its description. */
export async function startWithFilm(
  context: TestContext,
  film: Film,
  more: Partial<StreamDescription> = {},
  options: Parameters<typeof startEdgeUnderTest>[1] = {},
): Promise<EdgeUnderTest> {
  const edge = await startEdgeUnderTest(context, options);
  await cp(film.folder, join(edge.folder, 'streams/vid1/rev1'), { recursive: true });
  await edge.publish({ stream: { ...film.stream, ...more } });
  return edge;
}
