import type { Notification, NotificationKind } from '@kinora/contract/notifications';
import { paths } from '../../paths.ts';

type Target = (line: Notification, teamName: string) => string;

/** Leads to the one video, or to the project of several. */
const toVideos: Target = ({ total, subject, project }, teamName) => {
  if (total === 1 && subject) return paths.videoByKey(teamName, subject.key);
  return project ? paths.project(teamName, project.key) : paths.allProjects(teamName);
};

const TARGETS: Record<NotificationKind, Target> = {
  videoCompleted: toVideos,
  videoFailed: toVideos,
  videoBatch: ({ project }, teamName) =>
    project ? paths.project(teamName, project.key) : paths.allProjects(teamName),
};

/** Says where a line leads. */
export const toTarget: Target = (line, teamName) => TARGETS[line.kind](line, teamName);

/** A newer server may tell of kinds that this page has no words for, until it is loaded again. */
export const isKnown = ({ kind }: Notification): boolean => kind in TARGETS;

export type Outcome = 'success' | 'warning' | 'danger';

export function getOutcome({ total, failed }: Pick<Notification, 'total' | 'failed'>): Outcome {
  if (failed === 0) return 'success';
  return failed < total ? 'warning' : 'danger';
}

/** The count as the bell has room for it. */
export const toBadge = (count: number): string => (count > 99 ? '99+' : String(count));
