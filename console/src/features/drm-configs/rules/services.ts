import { CERTIFICATE_WARNING_DAYS } from '@kinora/contract/bounds';
import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';

export const SERVICES = ['fairplay', 'widevine', 'playready'] as const satisfies DrmService[];

export type ServiceState = 'none' | 'ready' | 'soon' | 'over';

export const STATE_TONES = {
  none: 'neutral',
  ready: 'success',
  soon: 'warning',
  over: 'danger',
} as const satisfies Record<ServiceState, string>;

/** Lists the services that a team has set up. */
export function listServices(config: DrmConfig): DrmService[] {
  const found = {
    fairplay: config.fairplayKsmConfig,
    widevine: config.widevineProxyConfig,
    playready: config.playreadyProxyConfig,
  };
  return SERVICES.filter((service) => found[service] !== null);
}

/** Lists the domains at which licences may be asked for. */
export function listLicenceHosts(
  channels: readonly Pick<
    PlaybackChannel,
    'hasDrm' | 'defaultPlaybackDomain' | 'playbackDomains'
  >[],
): string[] {
  return channels.flatMap(({ hasDrm, defaultPlaybackDomain, playbackDomains }) =>
    hasDrm ? [defaultPlaybackDomain, ...playbackDomains] : [],
  );
}

const DAY_MS = 24 * 3600 * 1000;

/** Only FairPlay has a certificate that expires. */
export function getServiceState(
  config: DrmConfig,
  service: DrmService,
  nowMs: number,
): ServiceState {
  if (!listServices(config).includes(service)) return 'none';
  const expiresAt = service === 'fairplay' && config.fairplayKsmConfig?.certificate.expiresAt;
  if (!expiresAt) return 'ready';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'over';
  return leftMs <= CERTIFICATE_WARNING_DAYS * DAY_MS ? 'soon' : 'ready';
}
