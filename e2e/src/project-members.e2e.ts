import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamInvitation } from '@kinora/contract/team-invitations';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);

const PASSWORD = 'ตื่นเช้ามาดูข่าวทุกวัน';
/** What a page may have asked for while its member lost the project. */
const OF_PROJECT = /^\/api\/v1\/(?:projects|videos|video-tags)/;

type Person = { email: string; password: string };

async function redeem(link: string, name: string): Promise<void> {
  const token = new URL(link).searchParams.get('token');
  const answer = await fetch(`${product.consoleUrl}/api/auth/v1/invitations/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.consoleUrl },
    body: JSON.stringify({ token, name, password: PASSWORD }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function addColleague(name: string, local: string): Promise<Person> {
  const email = `${local}-${product.team}@example.com`;
  const body = { email, role: 'user', isMailed: false };
  const made = (await api.write('POST', '/api/v1/team-invitations', body)) as TeamInvitation;
  await redeem(made.link ?? assert.fail('no link'), name);
  return { email, password: PASSWORD };
}

const addTo = (projectKey: string, { email }: Person, projectRole: ProjectRole) =>
  api.write('POST', `/api/v1/projects/${projectKey}/invites`, { email, projectRole });

const membersOf = (projectKey: string) => `/${product.team}/projects/${projectKey}/manage/members`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toUpload = (page: Page) => page.locator('a[href$="/upload"]').first();

function openAs(
  person: Person,
  path: string,
  width: number,
  act: (me: Visit) => Promise<void>,
): Promise<void> {
  return visit({ product, browser }, { lang: 'th', width }, async (me) => {
    await signIn({ ...me, product: { ...product, admin: person } }, path);
    await act(me);
  });
}

/** Chooses a line of a member's menu. */
async function choose({ page, t }: Visit, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: t('ui.actionsOf', { name }), exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const manager = await addColleague('มานี ผู้จัดการ', 'manee');
const chai = await addColleague('ชัย ใจดี', 'chai');
const nok = await addColleague('นก เสียงใส', 'nok');

test('a manager adds people, whose open consoles follow another role and the removal', async () => {
  const projectKey = await api.createProject({ name: 'ข่าวเช้า', key: 'members' });
  const other = await api.createProject({ name: 'ละคร', key: 'drama' });
  await addTo(projectKey, manager, 'project-manager');
  await addTo(other, nok, 'viewer');
  const stranger = `suda-${product.team}@example.com`;
  await openAs(manager, membersOf(projectKey), 1280, async (me) => {
    const { page, t } = me;
    await page.getByRole('button', { name: t('projectMembers.add.action') }).click();
    const dialog = page.getByRole('dialog', { name: t('projectMembers.add.title') });
    const field = dialog.getByRole('combobox');
    const send = dialog.getByRole('button', { name: t('projectMembers.add.button'), exact: true });
    await field.fill('นก');
    await page.getByRole('option', { name: nok.email }).click();
    await field.fill(chai.email);
    await field.press(',');
    await field.fill(stranger);
    await field.press(' ');
    await dialog.getByText(t('projectMembers.add.standing.stranger')).waitFor();
    assert.ok(await send.isDisabled(), 'no role is chosen');
    await dialog.getByRole('radio', { name: t('projectMembers.roles.viewer.name') }).check();
    await field.fill(manager.email);
    await field.press('Enter');
    await dialog.getByText(t('projectMembers.add.standing.inProject')).waitFor();
    assert.ok(await send.isDisabled(), 'somebody is a member already');
    await shoot(page, 'project-members-add');
    await field.press('Backspace');
    await send.click();
    await page.getByText(t('projectMembers.add.outcomes.mixed')).waitFor();
    await rowOf(page, stranger).getByText(t('projectMembers.pending')).waitFor();
    await rowOf(page, 'ชัย').waitFor();
    await shoot(page, 'project-members');

    await openAs(chai, `/${product.team}/projects/${projectKey}`, 360, async (viewer) => {
      await openAs(nok, `/${product.team}/projects/${projectKey}`, 1280, async (removed) => {
        assert.equal(await toUpload(viewer.page).count(), 0);
        await choose(me, 'ชัย ใจดี', t('projectMembers.role.action'));
        await page.getByRole('radio', { name: t('projectMembers.roles.uploader.name') }).check();
        await page.getByRole('button', { name: t('projectMembers.role.button') }).click();
        await page.getByText(t('projectMembers.saved')).waitFor();
        await toUpload(viewer.page).waitFor();
        await shoot(viewer.page, 'project-members-uploader');

        removed.allow(404, OF_PROJECT);
        await choose(me, 'นก เสียงใส', t('projectMembers.remove.action'));
        await page.getByRole('button', { name: t('projectMembers.remove.button') }).click();
        await rowOf(page, 'นก').waitFor({ state: 'detached' });
        const item = t('projects.item');
        await removed.page.getByText(t('errors.notFound.title', { item })).waitFor();
        await shoot(removed.page, 'project-members-removed');
      });
    });
    await page.getByRole('searchbox', { name: t('projectMembers.search') }).fill('มานี');
    await rowOf(page, 'ชัย').waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: t('ui.actionsOf', { name: 'มานี ผู้จัดการ' }), exact: true })
      .click();
    // The administrator who created the project manages it, too.
    const remove = page.getByRole('menuitem', { name: t('projectMembers.remove.action') });
    assert.equal(await remove.getAttribute('aria-disabled'), null);
  });
});

test('an invited person gets a link by hand, and is a member once it was used', async () => {
  const projectKey = await api.createProject({ name: 'กีฬา', key: 'sports' });
  const email = `somsri-${product.team}@example.com`;
  await addTo(projectKey, { email, password: '' }, 'uploader');
  await openAs(product.admin, membersOf(projectKey), 360, async (me) => {
    const { page, t } = me;
    await choose(me, email, t('projectMembers.link.action'));
    await page.getByRole('button', { name: t('projectMembers.link.button') }).click();
    const link = page.getByRole('textbox', { name: t('projectMembers.link.label') });
    const address = (await link.textContent()) ?? '';
    await shoot(page, 'project-members-link');
    await page
      .getByRole('button', { name: t('projectMembers.close'), exact: true })
      .last()
      .click();
    await redeem(address.trim(), 'สมศรี');
    await rowOf(page, 'สมศรี').waitFor();
    assert.equal(await page.getByText(t('projectMembers.pending')).count(), 0);
    await shoot(page, 'project-members-360');

    const invited = `${Date.now()}@example.com`;
    await addTo(projectKey, { email: invited, password: '' }, 'viewer');
    await choose(me, invited, t('projectMembers.cancelInvitation.action'));
    await page.getByRole('button', { name: t('projectMembers.cancelInvitation.button') }).click();
    await rowOf(page, invited).waitFor({ state: 'detached' });
  });
});

test('a viewer sees the members and changes none', async () => {
  const projectKey = await api.createProject({ name: 'สารคดี', key: 'nature' });
  await addTo(projectKey, chai, 'viewer');
  await openAs(chai, membersOf(projectKey), 360, async ({ page, t }) => {
    await page.getByText(t('projectMembers.readOnly')).waitFor();
    await rowOf(page, 'ชัย').waitFor();
    assert.equal(
      await page.getByRole('button', { name: t('projectMembers.add.action') }).count(),
      0,
    );
    assert.equal(await page.getByRole('button', { name: /ชัย/ }).count(), 0);
    await shoot(page, 'project-members-viewer');
  });
});
