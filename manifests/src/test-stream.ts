import type { AudioRendition, StreamDescription, VideoRendition } from '@kinora/contract/stream';
import { createTestAudio, createTestStream, createTestVideo } from '@kinora/contract/test-stream';

const NTSC = { numerator: 30000, denominator: 1001 };

export function video(
  height: number,
  averageBps: number,
  more: Partial<VideoRendition> = {},
): VideoRendition {
  const bandwidth = { peakBps: averageBps + 300_000, averageBps, measured: true };
  return createTestVideo(height, { frameRate: NTSC, bandwidth, ...more });
}

export function audio(id: string, more: Partial<AudioRendition> = {}): AudioRendition {
  return createTestAudio(id, {
    segments: { timescale: 48000, runs: [{ count: 2, ticks: 288768 }] },
    bandwidth: { peakBps: 132_000, averageBps: 128_000, measured: true },
    ...more,
  });
}

/** 12.012 s of three video renditions and one of audio. */
export function stream(more: Partial<StreamDescription> = {}): StreamDescription {
  return createTestStream({
    durationMs: 12012,
    videoSegments: { timescale: 30000, runs: [{ count: 2, ticks: 180180 }] },
    video: [video(1080, 5_000_000), video(720, 2_300_000), video(360, 800_000)],
    audio: [audio('a1')],
    ...more,
  });
}

/** A version 0 `pssh` box around some data, and keys of both kinds. */
export function cbcs(
  systems: ('widevine' | 'playready' | 'fairplay' | 'clearkey')[],
): Extract<StreamDescription['encryption'], { method: 'cbcs' }> {
  const boxed = systems.filter((system) => system !== 'fairplay');
  return {
    method: 'cbcs',
    iv: '0123456789abcdef0123456789abcdef',
    videoKeyId: '11111111222233334444555555555555',
    audioKeyId: 'aaaaaaaabbbbccccddddeeeeeeeeeeee',
    systems,
    pssh: boxed.flatMap((system) =>
      (['video', 'audio'] as const).map((kind) => ({
        system,
        kind,
        data: psshBox(`${system} ${kind}`).toString('base64'),
      })),
    ),
  };
}

function psshBox(data: string): Buffer {
  const box = Buffer.alloc(32 + data.length);
  box.writeUInt32BE(box.length, 0);
  box.write('pssh', 4, 'latin1');
  box.fill(0xed, 12, 28);
  box.writeUInt32BE(data.length, 28);
  box.write(data, 32, 'latin1');
  return box;
}
