/** Names what a browser has of the DRMs, as EME tells of it (W3C Encrypted Media Extensions §4). */
export type System = 'fairplay' | 'widevine' | 'playready' | 'clearkey';
export type Level =
  | 'hardwareAll'
  | 'hardwareDecode'
  | 'hardwareCrypto'
  | 'softwareDecode'
  | 'softwareCrypto';
/** `level`: the best that it has; only Widevine's names tell it. */
export type Probed = { system: System; isThere: boolean; level?: Level };

export type RequestAccess = (
  keySystem: string,
  configurations: MediaKeySystemConfiguration[],
) => Promise<unknown>;

const NAMES: Record<System, readonly string[]> = {
  fairplay: ['com.apple.fps', 'com.apple.fps.1_0'],
  widevine: ['com.widevine.alpha'],
  playready: ['com.microsoft.playready.recommendation', 'com.microsoft.playready'],
  clearkey: ['org.w3.clearkey'],
};

/** The best first. */
const LEVELS: readonly [robustness: string, Level][] = [
  ['HW_SECURE_ALL', 'hardwareAll'],
  ['HW_SECURE_DECODE', 'hardwareDecode'],
  ['HW_SECURE_CRYPTO', 'hardwareCrypto'],
  ['SW_SECURE_DECODE', 'softwareDecode'],
  ['SW_SECURE_CRYPTO', 'softwareCrypto'],
];

const VIDEO = 'video/mp4; codecs="avc1.4d401f"';

/** Describes our streams, so that nothing counts which could not play them. */
const configure = (system: System, robustness = ''): MediaKeySystemConfiguration => ({
  initDataTypes: [system === 'fairplay' ? 'sinf' : 'cenc'],
  videoCapabilities: [{ contentType: VIDEO, robustness }],
});

/** Asks a browser for each DRM; null where it has none at all, as on pages that are not secure. */
export async function probeSystems(request: RequestAccess | undefined): Promise<Probed[] | null> {
  if (!request) return null;
  const systems = Object.keys(NAMES) as System[];
  return Promise.all(systems.map((system) => probe(request, system)));
}

async function probe(request: RequestAccess, system: System): Promise<Probed> {
  const has = (name: string, robustness?: string) =>
    request(name, [configure(system, robustness)]).then(
      () => true,
      () => false,
    );
  for (const name of NAMES[system]) {
    if (!(await has(name))) continue;
    if (system !== 'widevine') return { system, isThere: true };
    for (const [robustness, level] of LEVELS)
      if (await has(name, robustness)) return { system, isThere: true, level };
    return { system, isThere: true };
  }
  return { system, isThere: false };
}
