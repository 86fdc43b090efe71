import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startForTests } from './started.ts';
import { shoot, signInByForm, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();

const sessionsPath = () => `/${product.team}/me/sessions`;
const rowsOf = ({ page, t }: Visit) =>
  page.getByRole('table', { name: t('sessions.list') }).getByRole('row');

/** Says where the other browser is after its session has ended. */
async function isSignedOut(other: Visit): Promise<void> {
  other.allow(401, /./);
  await other.page.goto(`${product.consoleUrl}/${product.team}/projects`);
  await other.page.waitForURL((url) => url.pathname === '/accounts/sign-in');
}

for (const lang of ['th', 'en'] as const) {
  const width = lang === 'th' ? 360 : 1280;
  test(`a session elsewhere is seen and ended by keyboard, the own one is marked (${lang}, ${width})`, async () => {
    await visit({ product, browser }, { lang }, async (other) => {
      await signInByForm(other);
      await visit({ product, browser }, { lang }, async (me) => {
        const { page, t } = me;
        await signInByForm(me, sessionsPath());
        await page.setViewportSize({ width, height: 800 });
        const own = rowsOf(me).filter({ hasText: t('sessions.current') });
        await own.waitFor();
        const name = t('sessions.named', { browser: 'Chrome', system: 'Linux' });
        await own.getByText(name).waitFor();
        assert.equal(await own.getByRole('button').count(), 0);
        await shoot(page, `sessions-${width}-${lang}`);
        const end = page.getByRole('button', { name: t('sessions.endNamed', { name }) }).first();
        await end.focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: t('sessions.endOne.title') });
        await dialog.getByText('127.0.0.1').waitFor();
        await shoot(page, `session-end-${width}-${lang}`);
        await dialog.getByRole('button', { name: t('sessions.endOne.button') }).press('Enter');
        await page.getByText(t('sessions.endOne.done'), { exact: true }).waitFor();
        await isSignedOut(other);
      });
    });
  });
}

test('all others are ended at once, and this browser goes on', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (other) => {
    await signInByForm(other);
    await visit({ product, browser }, { lang: 'en' }, async (me) => {
      const { page, t } = me;
      await signInByForm(me, sessionsPath());
      await page.getByRole('button', { name: t('sessions.others.button') }).click();
      const dialog = page.getByRole('dialog', { name: t('sessions.others.title') });
      await dialog.getByRole('button', { name: t('sessions.others.confirm') }).click();
      await page.getByText(t('sessions.others.done'), { exact: true }).waitFor();
      await page
        .getByRole('button', { name: t('sessions.others.button') })
        .waitFor({ state: 'hidden' });
      // One row says what the columns are.
      assert.equal(await rowsOf(me).count(), 2);
      await page.reload();
      await rowsOf(me)
        .filter({ hasText: t('sessions.current') })
        .waitFor();
      await isSignedOut(other);
    });
  });
});
