import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { openApi } from './api.ts';
import { makeClip } from './clips.ts';
import { startForTests } from './started.ts';
import { shoot, signIn, visit } from './visit.ts';

const { product, browser, folder } = await startForTests((made) =>
  makeClip(join(made, 'short.mp4'), { seconds: 4 }),
);
const api = await openApi(product);
const project = await api.createProject({ name: 'ข่าวเช้า', key: 'morning' });
const videoKey = await api.upload(project, 'ตลาดเช้า', join(folder, 'short.mp4'));
await api.untilReady(videoKey);
const projectPath = `/${product.team}/projects/${project}`;

const PLACES = [
  projectPath,
  `/${product.team}/projects`,
  `/${product.team}/manage/jobs`,
  `${projectPath}/videos/${videoKey}/overview`,
  `${projectPath}/videos/${videoKey}/information`,
  `/${product.team}/manage/players/create`,
];

/** Says whether a cover stands on the page, in a player or outside of one. */
const IS_SHOWN = `[...document.images].some(
  (image) => image.currentSrc.includes('/cover-') && image.naturalWidth > 0,
)`;

test('a cover that was not served yet is shown without a reload, wherever it stands', async () => {
  await visit({ product, browser }, {}, async (me) => {
    const { page } = me;
    await signIn(me, projectPath);
    const refused = new Set<string>();
    let place = '';
    me.allow(404, /\/cover-/);
    await page.route('**/cover-*', async (route) => {
      const asked = `${place} ${route.request().url()}`;
      if (refused.has(asked)) return route.continue();
      refused.add(asked);
      return route.fulfill({ status: 404 });
    });
    for (place of PLACES) {
      await page.goto(product.consoleUrl + place);
      const isShown = () => page.evaluate<boolean>(IS_SHOWN);
      await until(`a cover on ${place}`, isShown, { seconds: 30 });
    }
    await shoot(page, 'cover-after-refusal');
  });
});
