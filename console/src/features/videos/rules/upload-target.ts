/** Projects that the chooser asks for at once (specification 2, section 9). */
export const PROJECT_CHOICE_LIMIT = 1000;

/** Admins may upload everywhere; of others it is known from the projects they see. */
export function mayUploadSomewhere(
  role: 'admin' | 'manager' | 'user',
  projects: readonly { actions: { upload: boolean } }[] | undefined,
): boolean {
  return role === 'admin' || (projects?.some((project) => project.actions.upload) ?? false);
}
