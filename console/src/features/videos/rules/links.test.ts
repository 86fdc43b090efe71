import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createFixedCode,
  createResponsiveCode,
  findPlaybackAddress,
  onHost,
  parseStart,
  startAt,
  withPlayer,
} from './links.ts';

test('the embed code is a 560×320 frame with the pinned permissions', () => {
  assert.equal(
    createFixedCode('https://stream.example/embed/k1?a=1&b=2', 'ข่าว "เย็น" <สด>'),
    '<iframe src="https://stream.example/embed/k1?a=1&amp;b=2" title="ข่าว &quot;เย็น&quot; &lt;สด&gt;" width="560" height="320" allow="autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock" style="border:0"></iframe>',
  );
});

test('an address has its like on another channel, with its own port or none', () => {
  const address = 'http://a.test:8081/watch/k1?x=1';
  assert.equal(onHost(address, 'b.test'), 'http://b.test/watch/k1?x=1');
  assert.equal(onHost(address, 'b.test:9000'), 'http://b.test:9000/watch/k1?x=1');
});

test('HLS is preferred to a progressive file', () => {
  const of = (hls: string[], mp4: string[]) =>
    findPlaybackAddress({
      primaryPlaybackUrl: {
        hls: hls.map((url) => ({ url })),
        dash: [],
        mp4Playlist: mp4.map((url) => ({ url })),
      },
      embeddedUrl: '',
    });
  assert.equal(of(['a'], ['b']), 'a');
  assert.equal(of([], ['b']), 'b');
  assert.equal(of([], []), undefined);
  assert.equal(findPlaybackAddress(null), undefined);
});

test('the responsive code has the shape of the largest output', () => {
  const ratioOf = (...sizes: [number | null, number | null][]) => {
    const outputs = sizes.map(([width, height]) => ({ ...OUTPUT, width, height }));
    const code = createResponsiveCode('https://a.test/', { title: 'A', vod: { outputs } });
    return /width:100%;aspect-ratio:([^"]+)"/.exec(code)?.[1];
  };
  assert.equal(ratioOf([640, 360], [1920, 1080]), '16/9');
  assert.equal(ratioOf([608, 1080]), '76/135');
  assert.equal(ratioOf([null, null]), '16/9', 'audio alone');
  assert.equal(ratioOf(), '16/9');
});

const OUTPUT = {
  id: 'o',
  type: 'video' as const,
  name: '',
  codec: '',
  languageCode: null,
  bitRate: null,
  maxBitRate: null,
  fileSize: null,
  completed: true,
};

test('a start is read as people write it, and lies before the end', () => {
  for (const [text, seconds] of [
    ['', 0],
    [' 90 ', 90],
    ['1:30', 90],
    ['01:02:03', 3723],
    ['0:00', 0],
    ['1:2:3:4', null],
    ['1:', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['1:06:40', null],
  ] as const) {
    assert.equal(parseStart(text, 4000), seconds, text);
  }
  assert.equal(parseStart('9999', null), 9999);
  assert.equal(startAt('https://a.test/embed/k', 90), 'https://a.test/embed/k?t=90');
  assert.equal(startAt('https://a.test/embed/k', 0), 'https://a.test/embed/k');
});

test('an address names a player beside where it begins, and the project’s needs no name', () => {
  const id = '018f3c5e-0000-7000-8000-00000000abcd';
  const address = startAt('https://a.test/embed/k', 90);
  assert.equal(withPlayer(address, id), `https://a.test/embed/k?t=90&player=${id}`);
  assert.equal(withPlayer(address, ''), address);
});
