/** Projects that the chooser asks for at once (specification 2, section 9). */
export const PROJECT_CHOICE_LIMIT = 1000;

type Choice = { key: string; actions: { upload: boolean } };

/** Admins may upload everywhere; of others it is known from the projects they see. */
export function mayUploadSomewhere(
  role: 'admin' | 'manager' | 'user',
  projects: readonly Pick<Choice, 'actions'>[] | undefined,
): boolean {
  return role === 'admin' || (projects?.some((project) => project.actions.upload) ?? false);
}

/** Says where dropped files go: into a project, or wherever the person says; null: nowhere. */
export type DropTarget = { projectKey: string } | 'choose' | null;

/** Decides for a page without a project. An only project needs no choice. */
export function findDropTarget(
  projects: readonly Choice[] | undefined,
  mayCreateProjects: boolean,
): DropTarget {
  if (projects === undefined) return null;
  const open = projects.filter((project) => project.actions.upload);
  const [only] = open;
  if (only && open.length === 1) return { projectKey: only.key };
  return open.length > 0 || mayCreateProjects ? 'choose' : null;
}
