import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamInvitation } from '@kinora/contract/team-invitations';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { takeMail } from './outbox.ts';
import { startForTests } from './started.ts';
import { fillSignIn, shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);

const PASSWORD = 'ตื่นเช้ามาดูข่าวทุกวัน';
const LOOK_UP = /^\/api\/auth\/v1\/invitations\/look-up$/;
/** What a page of a team may have asked for while its member lost it. */
const TEAM_CALLS = /^\/api\/(?:v1|auth\/v1|encoding\/v1)\//;

const membersOf = () => `/${product.team}/manage/members`;
const invite = (email: string, isMailed = false) =>
  api.write('POST', '/api/v1/team-invitations', {
    email,
    role: 'user',
    isMailed,
  }) as Promise<TeamInvitation>;
const linkOf = async (email: string) => (await invite(email)).link ?? assert.fail('no link');
const openAs = (act: (me: Visit) => Promise<void>, width = 1280) =>
  visit({ product, browser }, { lang: 'th', width }, act);
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Chooses a line of a member's menu. */
async function choose({ page, t }: Visit, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: t('ui.actionsOf', { name }), exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function join({ page, t }: Visit, name: string): Promise<void> {
  await page.getByRole('textbox', { name: t('teamInvitations.accept.name') }).fill(name);
  const accept = t('teamInvitations.accept.password');
  await page.getByLabel(accept, { exact: true }).fill(PASSWORD);
  const again = t('teamInvitations.accept.passwordAgain');
  await page.getByLabel(again, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('teamInvitations.accept.join') }).click();
  await page.waitForURL(`${product.consoleUrl}/${product.team}/projects`);
}

/** Asks the API as the person of the page. */
async function ask(page: Page, method: 'post' | 'delete', path: string, data: object = {}) {
  const headers = { origin: product.consoleUrl, 'x-team': product.team };
  const url = `${product.consoleUrl}${path}`;
  const answer = await page.request[method](url, { headers, data, failOnStatusCode: true });
  return answer.status() === 204 ? undefined : ((await answer.json()) as unknown);
}

test('a person who is invited by mail joins, and the rights follow in both open consoles', async () => {
  const email = `malee-${product.team}@example.com`;
  await openAs(async (admin) => {
    const { page, t } = admin;
    await signIn(admin, membersOf());
    await page.getByRole('button', { name: t('teamInvitations.invite.open') }).click();
    const field = page.getByRole('combobox', { name: t('teamInvitations.invite.emails') });
    await field.fill(`${product.admin.email} `);
    await field.press('Enter');
    await page.getByText(t('teamInvitations.invite.remarks.member')).waitFor();
    await field.press('Backspace');
    await field.fill(email);
    await shoot(page, 'invite');
    await page.getByRole('button', { name: t('teamInvitations.invite.send') }).click();
    await page.getByText(t('teamInvitations.invite.done', { count: 1 })).waitFor();

    const mail = await takeMail(product.dataDir, email);
    const [link = assert.fail('no link')] =
      /https?:\/\/\S+\/accounts\/invitation\?token=\S+/.exec(mail) ?? [];
    await openAs(async (member) => {
      await member.page.goto(link);
      await join(member, 'มาลี ใจดี');
      await rowOf(page, 'มาลี ใจดี').waitFor();

      const settings = member.page.getByRole('link', { name: t('nav.groups.teamSettings') });
      await member.page.locator('#main h1').waitFor();
      assert.equal(await settings.count(), 0);
      await choose(admin, 'มาลี ใจดี', t('teamMembers.role.action'));
      await page.getByRole('radio', { name: t('nav.roles.manager') }).check();
      await page.getByRole('button', { name: t('teamMembers.role.button') }).click();
      await settings.waitFor();

      member.allow(404, TEAM_CALLS);
      await choose(admin, 'มาลี ใจดี', t('teamMembers.suspend.action'));
      await page.getByRole('button', { name: t('teamMembers.suspend.button') }).click();
      await member.page.getByText(t('ui.lostTeam.suspended')).waitFor();
      await shoot(member.page, 'lost-team');
      await rowOf(page, 'มาลี ใจดี').getByText(t('teamMembers.suspended')).waitFor();
      await member.page.goto(product.consoleUrl);
      await member.page.getByText(t('accounts.noTeam.suspendedTitle')).waitFor();
    });
  });
});

test('the last administrator can be neither demoted nor suspended nor removed', async () => {
  await openAs(async (me) => {
    const { page, t } = me;
    await signIn(me, membersOf());
    const own = rowOf(page, product.admin.email);
    await own.getByText(t('teamMembers.you'), { exact: true }).waitFor();
    await own.getByRole('button').last().click();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    for (const entry of await entries.all()) {
      assert.match((await entry.textContent()) ?? '', /ผู้ดูแลอย่างน้อยหนึ่งคน/);
    }
  });
});

test('links are handed over by hand, and an account accepts after signing in', async () => {
  const email = `somchai-${product.team}@example.com`;
  await openAs(async (member) => {
    await member.page.goto(await linkOf(email));
    await join(member, 'สมชาย');
  });
  await openAs(async (admin) => {
    const { page, t } = admin;
    await signIn(admin, membersOf());
    await choose(admin, 'สมชาย', t('teamMembers.remove.action'));
    await page.getByRole('button', { name: t('teamMembers.remove.button') }).click();
    await rowOf(page, email).waitFor({ state: 'detached' });
  });
  await openAs(async (member) => {
    const { page, t } = member;
    await page.goto(await linkOf(email));
    await page.getByRole('link', { name: t('teamInvitations.accept.signIn') }).click();
    const address = page.getByRole('textbox', { name: t('accounts.email') });
    await address.waitFor();
    assert.equal(await address.inputValue(), email);
    await fillSignIn(member, { email, password: PASSWORD });
    await page.getByRole('button', { name: t('teamInvitations.accept.accept') }).click();
    await page.waitForURL(`${product.consoleUrl}/${product.team}/projects`);
  });
});

test('an invitation that can’t be accepted says why', async () => {
  await openAs(async (me) => {
    const { page, t } = me;
    for (const status of [404, 409, 410, 422]) me.allow(status, LOOK_UP);
    const see = async (link: string, end: 'expired' | 'used' | 'withdrawn' | 'unknown') => {
      await page.goto(link);
      await page.getByText(t(`teamInvitations.accept.over.${end}`)).waitFor();
    };
    const address = `${product.consoleUrl}/accounts/invitation`;
    await see(`${address}?token=knr_inv_none`, 'unknown');
    await see(address, 'unknown');

    const expired = { type: 'about:blank', title: '', status: 410, code: 'invitation-expired' };
    const contentType = 'application/problem+json';
    const body = JSON.stringify(expired);
    await page.route('**/invitations/look-up', (route) =>
      route.fulfill({ status: 410, contentType, body }),
    );
    await see(`${address}?token=knr_inv_old`, 'expired');
    await page.unrouteAll();

    const used = await linkOf(`once-${product.team}@example.com`);
    const token = new URL(used).searchParams.get('token');
    const account = { token, name: 'ครั้งเดียว', password: PASSWORD };
    await ask(page, 'post', '/api/auth/v1/invitations/redeem', account);
    await see(used, 'used');

    await signIn(me);
    const { id, link } = await invite(`never-${product.team}@example.com`);
    await ask(page, 'delete', `/api/v1/team-invitations/${id}`);
    await see(link ?? '', 'withdrawn');

    const forAnother = await linkOf(`another-${product.team}@example.com`);
    await page.goto(forAnother);
    await page.getByText(t('teamInvitations.accept.another')).waitFor();
    await page.getByRole('button', { name: t('teamInvitations.accept.signOut') }).click();
    await page.getByRole('button', { name: t('teamInvitations.accept.join') }).waitFor();
  });
});

test('a connection that fails is tried again, and the token leaves the page nowhere', async () => {
  const link = await linkOf(`shaky-${product.team}@example.com`);
  await openAs(async (me) => {
    const { page, t } = me;
    const referrers = new Set<string>();
    page.on('request', (request) => {
      if (request.url().includes('/look-up')) referrers.add(request.headers()['referer'] ?? '');
    });
    await page.route('**/invitations/look-up', (route) => route.abort());
    await page.goto(link);
    await page.getByRole('button', { name: t('ui.retry') }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: t('ui.retry') }).click();
    await page.getByRole('button', { name: t('teamInvitations.accept.join') }).waitFor();
    assert.deepEqual([...referrers], ['']);
    assert.ok(!(await page.title()).includes('knr_inv_'));
  }, 360);
});

test('a team’s new name shows in the frame without a reload', async () => {
  await openAs(async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/team-settings`);
    await page.getByRole('textbox', { name: t('teams.name'), exact: true }).fill('ทีมข่าวเช้า');
    await page.getByRole('button', { name: t('ui.save') }).click();
    await page.locator('aside').getByText('ทีมข่าวเช้า').waitFor();
  });
});
