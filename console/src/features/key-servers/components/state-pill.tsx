import type { KeyServer } from '@kinora/contract/key-servers';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { getState, STATE_TONES } from '../rules/state.ts';

/** Shows whether presets and projects can use the server, or what it lacks. */
export function StatePill({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.states');
  const state = getState(server);
  return <StatusPill tone={STATE_TONES[state]}>{t(state)}</StatusPill>;
}
