import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const tags = ['ข่าว', 'เชียงใหม่', 'น้ำท่วม', 'ภาคเหนือ', 'ถ่ายทอดสด'];
const title = 'ข่าวภาคค่ำ น้ำท่วมเชียงใหม่ / แม่สาย';
const project = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
const videoKey = await api.upload(project, title, join(folder, 'short.mp4'));
await api.createVideos(project, [{ title: `${title} ตอนสอง`, tags }]);
await api.untilReady(videoKey);
await api.write('PUT', `/api/v1/videos/${videoKey}`, { tags });

const team = `/${product.team}`;
const PLACES = [
  `${team}/projects/${project}`,
  `${team}/all-projects`,
  `${team}/projects/${project}/videos/${videoKey}/outputs`,
  `${team}/projects/${project}/manage/members`,
  `${team}/projects/${project}/manage/settings`,
  `${team}/me/sessions`,
  ...[
    'jobs',
    'presets',
    'players',
    'geo-blocking',
    'playback-channels',
    'signed-url',
    'allowed-blocked-website',
    'clear-key',
  ].map((page) => `${team}/manage/${page}`),
];
const WIDTHS = [320, 360, 576, 640, 690, 768, 992, 1200];

/** Pills, titles and tags that are cut, written over others or over several lines, as texts. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    for (const cell of document.querySelectorAll('[role=cell] :is([data-tone], time, a)')) {
      const { width, height, right } = cell.getBoundingClientRect();
      if (width === 0 || cell.closest('[aria-hidden], [role=progressbar]')) continue;
      const isPill = cell.matches('[data-tone], time');
      const lines = height / Number.parseFloat(getComputedStyle(cell).lineHeight);
      if (right > innerWidth) faults.push('outside: ' + cell.textContent);
      if (isPill && lines > (innerWidth < 576 ? 2.5 : 1.5)) faults.push('lines: ' + cell.textContent);
    }
    for (const row of document.querySelectorAll('tbody [role=row]')) {
      const places = [...row.querySelectorAll('[data-phone=plain], [class*=second]')]
        .filter((one) => !one.contains(row.querySelector('[data-phone=lead]')))
        .filter((one, _n, all) => !all.some((other) => other !== one && other.contains(one)))
        .map((one) => one.getBoundingClientRect());
      const meets = places.some((a, n) => places.slice(n + 1).some((b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
      if (meets) faults.push('over each other: ' + row.textContent);
    }
    return faults;
  })()`);
}

test('no table writes a state over several lines or beside the page, at any width', async () => {
  for (const lang of ['th', 'en'] as const) {
    await visit({ product, browser }, { lang }, async (me) => {
      const { page } = me;
      await signIn(me, PLACES[0]);
      for (const place of PLACES) {
        await page.goto(product.consoleUrl + place);
        await page.getByRole('table').or(page.locator('#main h2')).first().waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await shoot(page, `width-${place.split('/').at(-1)}-${lang}-${width}`);
          assert.deepEqual(await findFaults(page), [], `${place}, ${width} px, ${lang}`);
        }
      }
    });
  }
});

test('a title is one line of whole words, and a state stands beside its tags', async () => {
  await api.setLanguage('th');
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signIn(me, PLACES[0]);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${videoKey}"]`) });
    const link = row.getByRole('link', { name: title });
    assert.equal(await link.locator('[aria-hidden]').innerText(), 'ข่าวภาคค่ำ น้ำท่วมเชียงใหม่\u00a0...');
    for (const width of [1280, 992, 640, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const [box, line] = await Promise.all([row.boundingBox(), link.boundingBox()]);
      assert.ok(line !== null && line.height < 30, `the title is ${line?.height} px high`);
      assert.ok(box !== null && box.height <= 90, `the row is ${box?.height} px high at ${width}`);
    }
  });
});
