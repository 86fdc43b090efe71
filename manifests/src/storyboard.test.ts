import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { writeStoryboardJson, writeStoryboardVtt } from './storyboard.ts';
import { stream } from './test-stream.ts';

const storyboard = {
  columns: 2,
  rows: 2,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2500,
  tiles: 5,
};

test('a storyboard in WebVTT has a cue per tile with its sheet and its place, up to the end', () => {
  assert.equal(
    writeStoryboardVtt(stream({ storyboard, durationMs: 3_612_345 })),
    `WEBVTT

00:00:00.000 --> 00:00:02.500
storyboard-1.jpg#xywh=0,0,160,90

00:00:02.500 --> 00:00:05.000
storyboard-1.jpg#xywh=160,0,160,90

00:00:05.000 --> 00:00:07.500
storyboard-1.jpg#xywh=0,90,160,90

00:00:07.500 --> 00:00:10.000
storyboard-1.jpg#xywh=160,90,160,90

00:00:10.000 --> 01:00:12.345
storyboard-2.jpg#xywh=0,0,160,90
`,
  );
});

test('no cue begins behind the end or lasts beyond it', () => {
  const text = writeStoryboardVtt(stream({ storyboard, durationMs: 6000.4 })) ?? '';
  assert.match(text, /00:00:05\.000 --> 00:00:06\.000\nstoryboard-1.jpg#xywh=0,90/);
  assert.equal([...text.matchAll(/-->/g)].length, 3);
});

test('a storyboard in JSON is its measures and its sheets', () => {
  assert.deepEqual(JSON.parse(writeStoryboardJson(stream({ storyboard })) ?? ''), {
    ...storyboard,
    sheets: ['storyboard-1.jpg', 'storyboard-2.jpg'],
  });
});

test('a stream without a storyboard has neither', () => {
  assert.equal(writeStoryboardVtt(stream()), null);
  assert.equal(writeStoryboardJson(stream()), null);
});
