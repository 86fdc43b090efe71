import { getDraftTarget, stageFiles } from './draft.ts';
import type { Dropped } from './dropped.ts';
import { listDroppedFiles } from './pick-files.ts';

/** Puts dropped files and folders into the draft of a project. */
export async function stageDropped(
  teamName: string,
  projectKey: string,
  dropped: readonly Dropped[],
): Promise<void> {
  await stageFiles(getDraftTarget(teamName, projectKey), await listDroppedFiles(dropped));
}
