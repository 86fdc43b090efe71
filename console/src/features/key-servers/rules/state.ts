import type { KeyServer } from '@kinora/contract/key-servers';
import type { Uses } from '@kinora/contract/uses';

type Subject = Pick<KeyServer, 'status' | 'encryption' | 'test'>;

type Used = Pick<KeyServer, 'uses'>;

/** Presets and projects that chose it keep it from being ended. */
export const listChoices = ({ uses }: Used): Uses =>
  uses.filter(({ kind, count }) => kind !== 'video' && count > 0);

/** Says whether videos have its keys as their project chose it: it can be stopped, not deleted. */
export const hasVideos = ({ uses }: Used): boolean =>
  uses.some(({ kind, count }) => kind === 'video' && count > 0);

/** Names the badge: `keyServers.states.{state}`. */
export type KeyServerState = 'active' | 'tested' | 'notActivatable';

export function getState({ status, test }: Subject): KeyServerState {
  if (status === 'active') return 'active';
  return test?.isPassed ? 'tested' : 'notActivatable';
}

export const STATE_TONES = {
  active: 'success',
  tested: 'info',
  notActivatable: 'neutral',
} as const;

export function isConfigured({ encryption }: Pick<Subject, 'encryption'>): boolean {
  const { encodingEncryptionKeyRequestApiEndpoint, playbackEncryptionKeyRequestApiEndpoint } =
    encryption;
  return (
    encodingEncryptionKeyRequestApiEndpoint !== null &&
    playbackEncryptionKeyRequestApiEndpoint !== null
  );
}

/** Names what the banner says: `keyServers.attention.{attention}`. */
export type Attention = 'configure' | 'test' | 'activate' | 'ready' | 'failed' | 'failedActive';

/** Says what a person should know or do next (specification 1, section 4, rules a to d). */
export function findAttention(server: Subject): Attention | undefined {
  const isActive = server.status === 'active';
  if (!isConfigured(server)) return 'configure';
  if (server.test === null) return isActive ? undefined : 'test';
  if (server.test.isPassed) return isActive ? 'ready' : 'activate';
  return isActive ? 'failedActive' : 'failed';
}
