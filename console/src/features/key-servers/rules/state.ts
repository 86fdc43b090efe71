import type { KeyServer } from '@kinora/contract/key-servers';

type Subject = Pick<KeyServer, 'status' | 'encryption' | 'test'>;

type Users = Pick<KeyServer, 'presets' | 'projects' | 'projectCount'>;

export function isUsed({ presets, projectCount }: Users): boolean {
  return presets.length > 0 || projectCount > 0;
}

/** Counts the projects that chose it and that the caller can't see. */
export function countHidden({ projects, projectCount }: Users): number {
  return Math.max(0, projectCount - projects.length);
}

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
