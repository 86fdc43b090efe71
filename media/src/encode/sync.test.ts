import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { X264, decode, encodeClip, makeClip, testFolder } from '../test-clips.ts';
import { findMediaTools } from '../cage/tools.ts';

const folder = await testFolder();
const tools = await findMediaTools();

// White frames and a tone, both from 3.0 to 3.4 s.
const FLASH =
  "-f lavfi -i color=black:s=128x96:r=25:d=5,drawbox=t=fill:c=white:enable='between(t\\,2.99\\,3.39)'";
const BEEP = "-f lavfi -i aevalsrc='if(between(t\\,3\\,3.4)\\,sin(2*PI*1000*t)\\,0)':s=48000:d=5";

const CLIPS: Record<string, string> = {
  'flash.mp4': `${FLASH} ${BEEP} ${X264} -bf 2 -c:a aac`,
  'flash.mkv': `${FLASH} ${BEEP} ${X264} -bf 2 -c:a aac`,
  'flash.ts': `${FLASH} ${BEEP} ${X264} -bf 2 -c:a aac`,
  // ffmpeg itself writes this kind of file with its video late by the reordering delay.
  'fragmented.mp4': `${FLASH} ${BEEP} ${X264} -bf 0 -c:a aac -movflags frag_keyframe+empty_moov`,
  // AVI has no presentation times.
  'packed.avi': `${FLASH} ${BEEP} -c:v libxvid -bf 2 -q:v 4 -c:a pcm_s16le`,
  'b-frames.avi': `${FLASH} ${BEEP} -c:v mpeg4 -bf 2 -q:v 4 -c:a pcm_s16le`,
  'pyramid.avi': `${FLASH} ${BEEP} ${X264} -bf 7 -b_strategy 0 -c:a pcm_s16le`,
  // The audio stream begins late: its first 1.5 s are not in the file.
  'late-audio.mkv': `${FLASH} ${BEEP} -af atrim=start=1.5 ${X264} -c:a flac`,
  // The video begins late.
  'late-video.mkv': `${FLASH} ${BEEP} -vf trim=start=1.24 -fps_mode passthrough ${X264} -c:a flac`,
  'variable.mkv': `${FLASH} ${BEEP} -vf "select=not(eq(mod(n\\,5)\\,1)*lt(t\\,2.5))*not(eq(mod(n\\,7)\\,1)),setpts=PTS+eq(mod(N\\,2)\\,0)*0.007/TB" -fps_mode passthrough -enc_time_base 1:1000 ${X264} -c:a flac`,
};

const RUNS = [
  ...Object.keys(CLIPS).map((name) => [name, 'aac'] as const),
  ['flash.mp4', 'opus'] as const,
  ['late-audio.mkv', 'opus'] as const,
];

for (const [name, codec] of RUNS)
  test(`${name}: video and ${codec} stay within one frame of each other`, async () => {
    const clip = await makeClip(folder, name, (CLIPS[name] ?? '').replaceAll("'", ''));
    const audio = DEFAULT_LADDER.audio.map((intent) => ({ ...intent, codec }));
    const { plan, written } = await encodeClip(tools, clip, { ...DEFAULT_LADDER, audio });
    const [video, heard] = [written.get('v96'), written.get('a1')];
    const [planned] = plan.audio;
    assert(video && heard && plan.video && planned);
    const grey = await decode(folder, video, '-vf fps=100,scale=1:1,format=gray -f rawvideo -');
    const pcm = await decode(folder, heard, '-ac 1 -f f32le -');
    const flashAt = grey.findIndex((value) => value > 128) / 100;
    const samples = Array.from({ length: pcm.length / 4 }, (_, n) => pcm.readFloatLE(n * 4));
    const beepAt = samples.findIndex((value) => Math.abs(value) > 0.2) / 48000;
    assert(flashAt > 2.5 && beepAt > 2.5, `flash at ${flashAt}, beep at ${beepAt}`);
    assert(Math.abs(flashAt - beepAt) <= 0.04, `flash at ${flashAt}, beep at ${beepAt}`);
    const lasts = (planned.frameCount * planned.frameSamples) / planned.sampleRate;
    assert(Math.abs(lasts - plan.durationMs / 1000) <= 0.04, `audio of ${lasts} s`);
    assert(Math.abs(samples.length / 48000 - lasts) < 0.001, 'and all of it is there');
  });
