import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { takeMail } from './outbox.ts';
import { startForTests } from './started.ts';
import {
  fillSignIn,
  openSignIn,
  shoot,
  shownLang,
  signInByForm,
  switchInMenu,
  visit,
  type Visit,
} from './visit.ts';
import { otherLang, wordsOf } from './words.ts';

const { product, browser } = await startForTests();

const both = ['th', 'en'] as const;
const scheme = (page: Visit['page']) => page.locator('html[data-mantine-color-scheme]');
const isSignIn = (next: string) => (url: URL) =>
  url.pathname === '/accounts/sign-in' && url.searchParams.get('next') === next;
const withTitle = (page: Visit['page'], ...parts: string[]) =>
  until(`the title ${parts.join(' · ')}`, async () => {
    // The words of a page may hold joiners, which a title leaves out.
    const words = parts.map((part) => part.replaceAll(/[\u200b\u2060]/g, ''));
    return (await page.title()) === [...words, 'Kinora'].join(' · ');
  });

/** Runs in the page. */
const FILL_AND_SEND = `(account) => {
  const form = document.querySelector('form');
  for (const [name, value] of Object.entries(account)) {
    const field = form.querySelector('[name=' + name + ']');
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  form.requestSubmit();
}`;

for (const lang of both) {
  test(`a wrong password is refused, the right one leads where one wanted to go (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t, allow } = me;
      const wanted = `/${product.team}/me/profile`;
      await page.goto(product.consoleUrl + wanted);
      await page.waitForURL(isSignIn(wanted));
      await openSignIn(me, wanted);
      await withTitle(page, t('accounts.signIn.title'));
      await shoot(page, `sign-in-${lang}`);
      allow(401, /sign-in$/);
      await fillSignIn(me, { ...product.admin, password: 'not this one' });
      await page.getByRole('alert').getByText(t('accounts.signIn.failed')).waitFor();
      await fillSignIn(me, product.admin);
      await page.waitForURL(product.consoleUrl + wanted);
      await withTitle(page, t('nav.profile'));
    });
  });
}

test('what a password manager fills and sends within one turn arrives whole', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await openSignIn(me);
    await page.evaluate(`(${FILL_AND_SEND})(${JSON.stringify(product.admin)})`);
    await page.waitForURL(`${product.consoleUrl}/${product.team}/projects`);
  });
});

test('an address of another site is never where a sign-in leads', async () => {
  await visit({ product, browser }, {}, async (me) => {
    await openSignIn(me, '//example.com/');
    await fillSignIn(me, product.admin);
    await me.page.waitForURL(`${product.consoleUrl}/${product.team}/projects`);
  });
});

test('the form says when its words can’t be had, and comes once they can', async () => {
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await page.route('**/assets/words-*/*/accounts.js', (route) => route.abort());
    await page.goto(`${product.consoleUrl}/accounts/sign-in`);
    await page.getByRole('alert').waitFor();
    await page.unroute('**/assets/words-*/*/accounts.js');
    await page.getByRole('button', { name: t('ui.retry') }).click();
    await page.getByRole('heading', { name: t('accounts.signIn.title'), level: 1 }).waitFor();
  });
});

test('language and colours are changed at once and kept, the language with the account', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signInByForm(me);
    await switchInMenu(page, 'en');
    const t = wordsOf('en');
    await withTitle(page, t('projects.title'));
    await page.getByRole('button', { name: t('nav.userMenu') }).click();
    await page.getByRole('menuitemradio', { name: t('nav.scheme.dark') }).click();
    assert.equal(await scheme(page).getAttribute('data-mantine-color-scheme'), 'dark');
    await page.reload();
    await page.getByRole('heading', { name: t('projects.title'), level: 1 }).waitFor();
    assert.equal(await scheme(page).getAttribute('data-mantine-color-scheme'), 'dark');
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  });
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    await signInByForm(me);
    await switchInMenu(me.page, 'th');
    await withTitle(me.page, wordsOf('th')('projects.title'));
  });
});

test('after signing out nothing of the team can be opened', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signInByForm(me);
    await page.getByRole('button', { name: t('nav.userMenu') }).click();
    await page.getByRole('menuitem', { name: t('nav.signOut') }).click();
    await page.waitForURL('**/accounts/sign-in');
    await page.goto(`${product.consoleUrl}/${product.team}/projects`);
    await page.waitForURL(isSignIn(`/${product.team}/projects`));
    await page.getByRole('heading', { name: t('accounts.signIn.title'), level: 1 }).waitFor();
  });
});

test('on a phone the same menu lies in a drawer', async () => {
  await visit({ product, browser }, { width: 360, height: 740 }, async (me) => {
    const { page } = me;
    await openSignIn(me);
    await fillSignIn(me, product.admin);
    await page.waitForURL(`**/${product.team}/projects`);
    await page.locator('#main h1').waitFor();
    const t = wordsOf(await shownLang(page));
    await page.getByRole('button', { name: t('nav.open') }).click();
    const drawer = page.getByRole('dialog', { name: t('nav.label') });
    await drawer.getByRole('button', { name: t('nav.userMenu') }).click();
    await shoot(page, 'drawer-360');
    await page.getByRole('menuitem', { name: t('nav.profile') }).click();
    await page.getByRole('heading', { name: t('nav.me'), level: 1 }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
  });
});

test('a new password is asked for twice, ends other sessions, and is the one that counts', async () => {
  const newPassword = 'ส้มตำปูปลาร้า 2 ครก';
  await visit({ product, browser }, {}, async (other) => {
    await signInByForm(other);
    // Its live updates end with its session, and it asks for them again.
    other.allow(401, /./);
    await visit({ product, browser }, {}, async (me) => {
      const { page, t, allow } = me;
      await signInByForm(me, `/${product.team}/me/profile`);
      const fill = async (current: string, first: string, second: string) => {
        const field = (label: string) => page.getByLabel(label, { exact: true });
        await field(t('accounts.currentPassword')).fill(current);
        await field(t('accounts.newPassword')).fill(first);
        await field(t('accounts.passwordAgain')).fill(second);
        await page.getByRole('button', { name: t('accounts.profile.changePassword') }).click();
      };
      await fill(product.admin.password, newPassword, `${newPassword}!`);
      await page.getByText(t('accounts.problems.mismatch')).waitFor();
      allow(422, /password$/);
      await fill('not this one', newPassword, newPassword);
      await page.getByText(t('problems.fields.wrong_password')).first().waitFor();
      await fill(product.admin.password, 'Summer2026', 'Summer2026');
      await page.getByText(t('problems.fields.guessable_password')).first().waitFor();
      const field = page.getByLabel(t('accounts.newPassword'), { exact: true });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await shoot(page, 'password-guessable');
      const api = await openApi(product);
      await page.getByRole('checkbox', { name: t('accounts.profile.revokeTokens') }).check();
      await fill(product.admin.password, newPassword, newPassword);
      await page.getByText(t('accounts.profile.passwordSaved')).waitFor();
      await assert.rejects(api.presets(), /401/);
      await page.reload();
      await page.getByRole('heading', { name: t('nav.me'), level: 1 }).waitFor();
    });
    await other.page.goto(`${product.consoleUrl}/${product.team}/projects`);
    await other.page.waitForURL(isSignIn(`/${product.team}/projects`));
  });
  product.admin = { ...product.admin, password: newPassword };
  await visit({ product, browser }, {}, (me) => signInByForm(me));
});

for (const lang of both) {
  test(`a lost password is replaced by a link that works once (${lang})`, async () => {
    const newPassword = `ก๋วยเตี๋ยวเรือ 10 ชาม ${lang}`;
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t, allow } = me;
      await openSignIn(me);
      await page.getByRole('link', { name: t('accounts.signIn.forgot') }).click();
      await withTitle(page, t('accounts.forgot.title'));
      await page.getByRole('textbox', { name: t('accounts.email') }).fill(product.admin.email);
      await page.getByRole('button', { name: t('accounts.forgot.button') }).click();
      await page.getByRole('status').getByText(t('accounts.forgot.sent')).waitFor();
      const mail = await takeMail(product.dataDir, product.admin.email);
      const link = /https?:\/\/\S+\/accounts\/reset-password\S+/.exec(mail)?.[0] ?? '';
      assert.ok(link.startsWith(product.consoleUrl), mail);
      await page.goto(link);
      await withTitle(page, t('accounts.reset.title'));
      await shoot(page, `reset-password-${lang}`);
      await page.getByLabel(t('accounts.newPassword'), { exact: true }).fill(newPassword);
      await page.getByLabel(t('accounts.passwordAgain'), { exact: true }).fill(newPassword);
      await page.getByRole('button', { name: t('accounts.reset.button') }).click();
      await page.getByText(t('accounts.reset.done')).waitFor();
      await fillSignIn(me, { ...product.admin, password: newPassword });
      await page.waitForURL(`**/${product.team}/projects`);
      product.admin = { ...product.admin, password: newPassword };
      allow(410, /./);
      await page.goto(link);
      // The account's language has come with the sign-in.
      const now = wordsOf(await shownLang(page));
      await page.getByLabel(now('accounts.newPassword'), { exact: true }).fill(`${newPassword}!`);
      await page.getByLabel(now('accounts.passwordAgain'), { exact: true }).fill(`${newPassword}!`);
      await page.getByRole('button', { name: now('accounts.reset.button') }).click();
      await page.getByRole('alert').getByText(now('accounts.reset.expired')).waitFor();
    });
  });
}

for (const lang of both) {
  test(`addresses that lead nowhere say so, in and outside a team (${lang})`, async () => {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t, allow } = me;
      await signInByForm(me);
      // The data of a page is requested before it is known whether the person is in that team.
      allow(404, /^\/api\/v1\/projects$/);
      const homes = {
        [`/${product.team}/nothing/here`]: `/${product.team}`,
        '/another-team/projects': '/',
      };
      for (const [address, home] of Object.entries(homes)) {
        await page.goto(product.consoleUrl + address);
        await page.getByRole('heading', { name: t('ui.notFound.title'), level: 1 }).waitFor();
        await withTitle(page, t('ui.notFound.title'));
        const link = page.getByRole('link', { name: t('ui.notFound.home') });
        assert.equal(await link.getAttribute('href'), home);
        await link.click();
        await page.waitForURL(`**/${product.team}/projects`);
      }
      assert.notEqual(t('ui.notFound.title'), wordsOf(otherLang(lang))('ui.notFound.title'));
    });
  });
}
