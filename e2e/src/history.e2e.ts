import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit, type Visit } from './visit.ts';

const { product, browser } = await startForTests();
const api = await openApi(product);

const rowsOf = ({ page, t }: Visit) =>
  page.getByRole('table', { name: t('auditEvents.title') }).getByRole('row');

test('an admin sees who changed what, narrows it down, and asks for what came since', async () => {
  const id = await api.createPlayer('เพลเยอร์ข่าว', '#112233');
  await api.write('PUT', `/api/v1/players/${id}`, { options: { color: '#f5a524' } });
  await visit({ product, browser }, { lang: 'th' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/history`);
    const changed = rowsOf(me).filter({ hasText: '#f5a524' });
    await changed.getByText('#112233').waitFor();
    await changed.getByRole('link', { name: 'เพลเยอร์ข่าว' }).waitFor();
    await shoot(page, 'history-1280-th');

    await changed.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: t('auditEvents.menu.thing') }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('thing') === id);
    const chipOf = (name: string) => {
      const thing = t('auditEvents.filter.oneThing', { name });
      const remove = t('auditEvents.filter.remove', { name: thing });
      return page.getByRole('button', { name: remove });
    };
    await chipOf('เพลเยอร์ข่าว').waitFor();
    const hasRows = (count: number) => async () => (await rowsOf(me).count()) === count;
    await until('two changes below the head', hasRows(3));

    await api.write('PUT', `/api/v1/players/${id}`, { name: 'เพลเยอร์กีฬา' });
    const newer = page.getByRole('button', { name: t('auditEvents.newer') });
    await newer.waitFor();
    assert.equal(await rowsOf(me).count(), 3, 'rows move when the reader wants it');
    await newer.press('Enter');
    await rowsOf(me).filter({ hasText: 'เพลเยอร์กีฬา' }).first().waitFor();
    await until('the third change', hasRows(4));
    await newer.waitFor({ state: 'detached' });

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('auditEvents.download.button') }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(lines.length, 4);

    // It has the thing’s newest name.
    await chipOf('เพลเยอร์กีฬา').press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('thing'));
    await page.setViewportSize({ width: 360, height: 800 });
    await shoot(page, 'history-360-th');
  });
});

test('a thing’s own history is one press from its list', async () => {
  await api.createPlayer('เพลเยอร์บันเทิง', '#445566');
  await visit({ product, browser }, { lang: 'en' }, async (me) => {
    const { page, t } = me;
    await signIn(me, `/${product.team}/manage/players`);
    const row = page.getByRole('row').filter({ hasText: 'เพลเยอร์บันเทิง' });
    await row.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: t('ui.things.history') }).press('Enter');
    const title = t('auditEvents.own.title', { name: 'เพลเยอร์บันเทิง' });
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await rowsOf(me)
      .filter({ hasText: t('auditEvents.actions.player.created') })
      .waitFor();
  });
});
