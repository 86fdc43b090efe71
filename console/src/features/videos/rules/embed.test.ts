import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFixedCode, findPlaybackAddress } from './embed.ts';

test('the embed code is a 560×320 frame with the pinned permissions', () => {
  assert.equal(
    createFixedCode('https://stream.example/embed/k1?a=1&b=2', 'ข่าว "เย็น" <สด>'),
    '<iframe src="https://stream.example/embed/k1?a=1&amp;b=2" title="ข่าว &quot;เย็น&quot; &lt;สด&gt;" width="560" height="320" allow="autoplay; encrypted-media; fullscreen; picture-in-picture; screen-wake-lock" style="border:0"></iframe>',
  );
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
