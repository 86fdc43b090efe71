import type { StreamDescription } from '@kinora/contract/stream';
import { testStream } from '../encoding/test-revisions.ts';

type Keys = { videoKey: string; revisionKey: string };

const storyboard = {
  columns: 5,
  rows: 4,
  tileWidth: 160,
  tileHeight: 90,
  intervalMs: 2500,
  tiles: 12,
};

const pssh = [{ system: 'widevine' as const, kind: 'video' as const, data: 'AAAA' }];
const cbcs: StreamDescription['encryption'] = {
  method: 'cbcs',
  iv: '0'.repeat(32),
  videoKeyId: 'a'.repeat(32),
  audioKeyId: null,
  systems: ['widevine', 'playready', 'fairplay'],
  pssh,
};

/** Streams in all that they may be. */
export function testStreams(keys: Keys): Record<string, StreamDescription> {
  const planned = testStream(keys, 24.123_456_789, ['v-720', 'v-240', 'a-1']);
  const whole = {
    ...planned,
    folder: `${keys.revisionKey}-x1`,
    coverWidths: [320, 640],
    storyboard,
    video: planned.video.map((one) => ({ ...one, ready: true, audioIds: ['a-1'] })),
    audio: planned.audio.map((one) => ({ ...one, ready: true })),
  };
  const keyUri = 'https://keys.example/1?a=ข่าว&b="2"';
  return {
    planned,
    open: { ...planned, open: true, deliveryModel: 'model-c' },
    whole,
    sound: { ...testStream(keys, 60, ['a-1']), videoSegments: null, coverWidths: [320] },
    downloads: { ...whole, progressive: [{ height: 720, width: 1280, sizeBytes: 123_456_789 }] },
    protected: { ...whole, deliveryModel: 'model-k', encryption: cbcs },
    encryptedWhole: { ...whole, encryption: { method: 'aes-128', keyUri } },
  };
}
