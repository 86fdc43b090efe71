import type { AuditEvent } from '@kinora/contract/audit-events';
import { paths } from '../../../paths.ts';

type To = (teamName: string, key: string) => string;

const PAGES: Readonly<Record<string, To>> = {
  drmConfig: (teamName) => paths.multiDrm(teamName),
  geoblockRule: paths.geoblockRule,
  jwtKey: (teamName) => paths.multiDrm(teamName),
  keyServer: (teamName, key) => paths.keyServer(teamName, key, 'settings'),
  overlayPreset: paths.overlay,
  playbackChannel: paths.playbackChannel,
  player: paths.player,
  preset: paths.preset,
  project: paths.project,
  urlSigningKey: (teamName) => paths.urlSigningKeys(teamName),
  video: paths.videoByKey,
};

/** The page of a thing that still exists; undefined where it has none. */
export function findSubjectPage(
  teamName: string,
  { type, key }: AuditEvent['subject'],
): string | undefined {
  return key === null ? undefined : PAGES[type]?.(teamName, key);
}
