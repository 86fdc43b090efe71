import type { ContentKey } from './content-key.ts';

export type DrmSystem = 'widevine' | 'playready' | 'fairplay' | 'clearkey';

const FLAGS: Readonly<Record<DrmSystem, string>> = {
  widevine: 'Widevine',
  playready: 'PlayReady',
  fairplay: 'FairPlay',
  // W3C's common system, which the browsers' ClearKey reads.
  clearkey: 'Common',
};

/** Says how the samples of a track are changed. */
export type Protection =
  | { action: 'encrypt'; iv: Buffer; key: ContentKey; systems: readonly DrmSystem[] }
  | { action: 'decrypt'; key: ContentKey };

// The label ties the key to the stream; there is one of each in a run.
const LABEL = 'track';

/** Names of a batch's files, below its folder. */
export const BATCH_FILES = {
  input: (n: number): string => `in-${n}.mp4`,
  init: (n: number): string => `init-${n}.mp4`,
  /** the packager numbers its outputs: each input becomes one segment, its first */
  segment: (n: number): string => `out-${n}-1.m4s`,
};

/**
 * Builds argv for a batch of `count` inputs, each a whole segment behind its init. Every input is a
 * stream of its own with an endless segment, so that borders stay where they are.
 */
export function buildPackagerArguments(
  kind: 'video' | 'audio',
  protection: Protection,
  count: number,
  folder: string,
): string[] {
  const streams = Array.from({ length: count }, (_, n) => {
    const segment = BATCH_FILES.segment(n).replace('-1.', '-$Number$.');
    return [
      `in=${folder}/${BATCH_FILES.input(n)}`,
      `stream=${kind}`,
      `init_segment=${folder}/${BATCH_FILES.init(n)}`,
      `segment_template=${folder}/${segment}`,
      `drm_label=${LABEL}`,
    ].join(',');
  });
  return [
    ...streams,
    '--segment_duration',
    '100000',
    '--generate_sidx_in_media_segments=false',
    // Fragments then begin at each key frame, as in clear segments; audio has one per segment.
    ...(kind === 'video' ? ['--fragment_duration', '0.001'] : []),
    // Without these each file has a cache of 32 MiB and a thread.
    '--io_cache_size',
    '0',
    '--single_threaded',
    '--quiet',
    ...buildProtectionArguments(protection),
    '--flagfile=/dev/stdin',
  ];
}

function buildProtectionArguments(protection: Protection): string[] {
  if (protection.action === 'decrypt') return ['--enable_raw_key_decryption'];
  return [
    '--enable_raw_key_encryption',
    '--protection_scheme',
    'cbcs',
    '--clear_lead',
    '0',
    '--iv',
    protection.iv.toString('hex'),
    '--protection_systems',
    protection.systems.map((system) => FLAGS[system]).join(','),
  ];
}

/** Builds the flag file: the key, which may stand nowhere else. */
export function buildKeyFlags({ keyId, key }: ContentKey): string {
  return `--keys=label=${LABEL}:key_id=${keyId.toString('hex')}:key=${key.toString('hex')}\n`;
}
