import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { checkConforming } from '../copy/conforming.ts';
import { writeAudioInit } from '../copy/copy-init.ts';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { openByteSource } from './mp4-file.ts';
import { readMp4Index } from './mp4-index.ts';
import { probeSource } from '../probe/probe.ts';
import { prepareProgressive } from './progressive.ts';
import type { StoredTrack } from './stored-track.ts';
import { X264, encodeClip, makeClip, testVideo, testFolder, tone } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const run = promisify(execFile);
const tools = await findMediaTools();
const folder = await testFolder();

/** Reads the languages of the audio tracks by ffprobe. */
async function readLanguages(...parts: Buffer[]): Promise<string[]> {
  const path = join(folder, 'track.mp4');
  await writeFile(path, Buffer.concat(parts));
  const show = ['-select_streams', 'a', '-show_entries', 'stream_tags=language', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, path]);
  const { streams } = JSON.parse(stdout) as { streams: { tags?: { language?: string } }[] };
  return streams.map(({ tags }) => tags?.language ?? 'und');
}

const SOUNDS = `${tone(2)} ${tone(2)} -map 0 -map 1`;
const STATED = '-metadata:s:a:0 language=eng -metadata:s:a:1 language=und';

test('tracks state the language that the ladder gives them, else that of the source, in all codecs', async () => {
  const clip = await makeClip(folder, 'two.mka', `${SOUNDS} -c:a flac ${STATED}`);
  const [aac] = DEFAULT_LADDER.audio;
  assert(aac);
  const thai = { name: '', languageCode: 'tha', isAudioDescription: false };
  for (const codec of ['aac', 'opus'] as const) {
    const ladder = { ...DEFAULT_LADDER, audio: [{ ...aac, codec } as const] };
    for (const [audioVariants, wanted] of [
      [[], ['eng', 'und']],
      [
        [{ ...thai }, { ...thai, languageCode: 'th' }],
        ['tha', 'und'],
      ],
    ] as const) {
      const { written } = await encodeClip(tools, clip, { ...ladder, audioVariants });
      const languages: string[] = [];
      for (const { init, segments } of written.values())
        languages.push(...(await readLanguages(init, ...segments)));
      assert.deepEqual(languages, [...wanted].slice(0, languages.length), codec);
      assert(languages.length > 0);
    }
  }
});

test('a copied track states its language', async () => {
  const args = `${testVideo('128x96', '25', 2)} ${tone(2)} ${X264} -g 25 -c:a aac -b:a 96k`;
  const clip = await makeClip(folder, 'copied.mp4', args);
  await using source = await openByteSource(clip);
  const index = await readMp4Index(source);
  assert(index);
  const { copy } = await checkConforming(source, index, await probeSource(tools, clip));
  const [audio] = copy.audio;
  assert(audio);
  for (const [languageCode, wanted] of [
    ['tha', 'tha'],
    ['und', 'und'],
    ['th', 'und'],
  ] as const)
    assert.deepEqual(await readLanguages(writeAudioInit(index, { copy: audio, languageCode })), [
      wanted,
    ]);
});

test('an MP4 file states the language of its audio', async () => {
  const args = `${testVideo('128x96', '25', 2)} ${tone(2)} ${X264} -c:a pcm_s16le -metadata:s:a:0 language=tha`;
  const { written, plan } = await encodeClip(tools, await makeClip(folder, 'one.mkv', args));
  const tracks = [...written].map(([id, { init, segments }]): StoredTrack => {
    const kind = plan.audio.some((rendition) => rendition.id === id) ? 'audio' : 'video';
    const segment = async (number: number) => segments[number - 1] ?? Buffer.alloc(0);
    return { kind, init, segmentCount: segments.length, segment };
  });
  const chunks: Buffer[] = [];
  for await (const chunk of (await prepareProgressive(tracks)).chunks()) chunks.push(chunk);
  assert.deepEqual(await readLanguages(...chunks), ['tha']);
});
