import type { Visit } from './visit.ts';

type NewProject = { name: string; key: string };

/**
 * Goes from the list of projects through the steps with something to choose: a new team has one
 * storage and one rule. Returns the key with its suffix.
 */
export async function createProject(
  { page, t }: Visit,
  { name, key }: NewProject,
): Promise<string> {
  const next = page.getByRole('button', { name: t('projects.create.next'), exact: true });
  const step = (id: 'details' | 'preset') =>
    page.getByRole('heading', { name: t(`projects.create.${id}.title`), level: 2 }).waitFor();
  await page
    .getByRole('link', { name: t('projects.list.create') })
    .first()
    .click();
  await step('details');
  await page.getByRole('textbox', { name: t('projects.create.details.name') }).fill(name);
  const field = page.getByRole('textbox', { name: t('projects.create.details.key'), exact: true });
  await field.fill(key);
  await next.click();
  await step('preset');
  await page.getByRole('radio').first().waitFor();
  await page.getByRole('button', { name: t('projects.create.submit'), exact: true }).click();
  await page.waitForURL((url) => new RegExp(`/projects/${key}-[^/]+$`).test(url.pathname));
  await page.getByText(t('projects.create.done', { name })).waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}
