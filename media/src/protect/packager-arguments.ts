import type { ContentKey } from './track-keys.ts';

export type DrmSystem = 'widevine' | 'playready' | 'fairplay' | 'clearkey';

const FLAGS: Readonly<Record<DrmSystem, string>> = {
  ...{ widevine: 'Widevine', playready: 'PlayReady', fairplay: 'FairPlay' },
  // W3C's common system, which the browsers' ClearKey reads.
  clearkey: 'Common',
};

/** What is done to the samples of a track. */
export type Protection =
  | { action: 'encrypt'; iv: Buffer; key: ContentKey; systems: readonly DrmSystem[] }
  | { action: 'decrypt'; key: ContentKey };

// The label ties the key to the stream; there is one of each in a run.
const LABEL = 'track';

/** Names of a batch's files, below its folder. */
export const batchFiles = {
  input: (n: number): string => `in-${n}.mp4`,
  init: (n: number): string => `init-${n}.mp4`,
  /** the packager numbers what it writes: each input becomes one segment, its first */
  segment: (n: number): string => `out-${n}-1.m4s`,
};

/**
 * argv for a batch of `count` inputs, each a whole segment behind its init. Every input is a stream of
 * its own with an endless segment, so that borders stay where they are, whatever they are.
 */
export function packagerArguments(
  kind: 'video' | 'audio',
  protection: Protection,
  count: number,
  folder: string,
): string[] {
  const streams = Array.from({ length: count }, (_, n) => {
    const segment = batchFiles.segment(n).replace('-1.', '-$Number$.');
    return [
      `in=${folder}/${batchFiles.input(n)}`,
      `stream=${kind}`,
      `init_segment=${folder}/${batchFiles.init(n)}`,
      `segment_template=${folder}/${segment}`,
      `drm_label=${LABEL}`,
    ].join(',');
  });
  return [
    ...streams,
    ...['--segment_duration', '100000', '--generate_sidx_in_media_segments=false'],
    // A fragment per key frame, as the clear segments have; sound has one per segment.
    ...(kind === 'video' ? ['--fragment_duration', '0.001'] : []),
    // Without these each file has a cache of 32 MiB and a thread.
    ...['--io_cache_size', '0', '--single_threaded', '--quiet'],
    ...protectionArguments(protection),
    '--flagfile=/dev/stdin',
  ];
}

function protectionArguments(protection: Protection): string[] {
  if (protection.action === 'decrypt') return ['--enable_raw_key_decryption'];
  return [
    ...['--enable_raw_key_encryption', '--protection_scheme', 'cbcs', '--clear_lead', '0'],
    ...['--iv', protection.iv.toString('hex')],
    ...['--protection_systems', protection.systems.map((system) => FLAGS[system]).join(',')],
  ];
}

/** Contents of the flag file: the key, which may stand nowhere else. */
export function keyFlags({ keyId, key }: ContentKey): string {
  return `--keys=label=${LABEL}:key_id=${keyId.toString('hex')}:key=${key.toString('hex')}\n`;
}
