import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Page } from 'playwright-core';
import { neverIdle } from './never-idle.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser } = await startForTests();

const callWith = (token: string) =>
  fetch(`${product.consoleUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${token}` } });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

for (const lang of ['th', 'en'] as const) {
  test(`a token needs a name, is shown once, works on a call and ends when revoked (${lang})`, async () => {
    const name = lang === 'th' ? 'สคริปต์กลางคืน' : 'Nightly script';
    await visit({ product, browser }, { lang }, async (me) => {
      const { page, t } = me;
      await signIn(me, `/${product.team}/me/personal-access-token`);
      const field = page.getByRole('textbox', { name: t('personalTokens.create.name') });
      const create = page.getByRole('button', { name: t('personalTokens.create.button') });
      assert.ok(await create.isDisabled());
      // An untouched field is not invalid yet.
      assert.notEqual(await field.getAttribute('aria-invalid'), 'true');
      await field.fill('   ');
      assert.ok(await create.isDisabled());
      await field.fill(name);
      await create.click();
      const shown = page.getByRole('group', { name: t('personalTokens.created.region') });
      await shown.waitFor();
      const token = /knr_pat_[\w-]+/.exec(await shown.innerText())?.[0] ?? '';
      await shoot(page, `personal-token-shown-${lang}`);

      await shown.getByRole('button', { name: t('personalTokens.created.copy') }).click();
      const mark = shown.getByRole('status').getByText(t('ui.copied'));
      await mark.waitFor({ state: 'attached' });
      assert.equal(await clipboard(page), token);
      await mark.waitFor({ state: 'detached' });
      assert.equal((await callWith(token)).status, 200);

      await page.reload();
      await field.waitFor();
      await page.getByText(name, { exact: true }).waitFor();
      assert.ok(!(await page.content()).includes(token), 'the token is shown again');

      await page
        .getByRole('button', { name: t('personalTokens.list.revokeNamed', { name }) })
        .click();
      const dialog = page.getByRole('dialog', { name: t('personalTokens.revoke.title', { name }) });
      await dialog.getByRole('button', { name: t('personalTokens.revoke.button') }).click();
      await page.getByText(t('personalTokens.revoke.done')).waitFor();
      await page.getByText(t('personalTokens.empty.title')).waitFor();
      assert.equal((await callWith(token)).status, 401);
    });
  });
}

test('revoking the token that is shown brings the form back', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/me/personal-access-token`);
    const field = page.getByRole('textbox', { name: t('personalTokens.create.name') });
    await field.fill('ก');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: t('personalTokens.created.region') }).waitFor();
    await page
      .getByRole('button', { name: t('personalTokens.list.revokeNamed', { name: 'ก' }) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('personalTokens.revoke.shown')).waitFor();
    await dialog.getByRole('button', { name: t('personalTokens.revoke.button') }).click();
    await field.waitFor();
    assert.equal(await field.inputValue(), '');
  });
});

test('a fault that the server finds stands at the field, and the entered text stays', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t, allow } = me;
    await signIn(me, `/${product.team}/me/personal-access-token`);
    const field = page.getByRole('textbox', { name: t('personalTokens.create.name') });
    const label = t('personalTokens.create.name');
    await field.fill('token '.repeat(100));
    await page.getByText(t('ui.edit.too_long', { label, count: 100 })).waitFor();
    // U+202E reverses the text after it, and the form does not check for it.
    const hidden = 'token \u202e end';
    await field.fill(hidden);
    allow(422, /personal-tokens$/);
    await page.getByRole('button', { name: t('personalTokens.create.button') }).click();
    await page.getByText(t('problems.fields.unprintable')).first().waitFor();
    assert.equal(await field.inputValue(), hidden);
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
  });
});

test('a list takes keys before its code has come, keeps the focus, and shows its choices then', async () => {
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await neverIdle(page);
    await signIn(me, `/${product.team}/me/personal-access-token`);
    const field = page.getByRole('combobox', { name: t('personalTokens.create.expires') });
    await field.waitFor();
    await page.waitForLoadState('load');
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/assets/**/*.js', async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    assert.equal(await field.inputValue(), t('personalTokens.create.days', { days: 90 }));
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const chosen = await field.inputValue();
    assert.notEqual(chosen, t('personalTokens.create.days', { days: 90 }));
    await until('the code of the list to be fetched', async () => asked > 0);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.getByRole('listbox').count(), 0);
    held.resolve();
    const list = page.getByRole('listbox', { name: t('personalTokens.create.expires') });
    await list.waitFor();
    assert.equal(await list.getByRole('option', { selected: true }).innerText(), chosen);
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), t('personalTokens.never'));
    await list.waitFor({ state: 'hidden' });
  });
});
