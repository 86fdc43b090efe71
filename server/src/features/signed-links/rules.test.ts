import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signAddress } from '@kinora/sign/sign-address';
import { signAddresses } from './rules.ts';

test('each address of a video is signed by itself', () => {
  const key = { keyId: 'k1', keySecret: 'secret' };
  const expiresAt = new Date('2030-01-01T00:00:00Z');
  const sign = (path: string) => signAddress(`https://play.test${path}`, key, { expiresAt });
  const at = (path: string) => ({ url: `https://play.test${path}` });
  const signed = signAddresses(
    {
      watchUrl: 'https://play.test/watch/v1',
      playbackUrls: {
        primaryPlaybackUrl: {
          hls: [at('/streams/v1/playlist.m3u8')],
          dash: [at('/streams/v1/manifest.mpd')],
          mp4Playlist: [at('/streams/v1/720p.mp4'), at('/streams/v1/240p.mp4')],
        },
        embeddedUrl: 'https://play.test/embed/v1',
      },
    },
    key,
    expiresAt,
  );
  assert.deepEqual(signed, {
    watchUrl: sign('/watch/v1'),
    playbackUrls: {
      primaryPlaybackUrl: {
        hls: [{ url: sign('/streams/v1/playlist.m3u8') }],
        dash: [{ url: sign('/streams/v1/manifest.mpd') }],
        mp4Playlist: [{ url: sign('/streams/v1/720p.mp4') }, { url: sign('/streams/v1/240p.mp4') }],
      },
      embeddedUrl: sign('/embed/v1'),
    },
  });
});
