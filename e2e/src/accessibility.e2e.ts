import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Api, openApi } from './api.ts';
import { makeClip, makePicture } from './clips.ts';
import { examine, examineShape } from './examine.ts';
import type { Scene, Screen } from './screen.ts';
import { screens } from './screens.ts';
import { startForTests } from './started.ts';
import { openSignIn, shoot, signIn, visit, type Visit, type VisitOptions } from './visit.ts';

type Sight = Required<Pick<VisitOptions, 'scheme' | 'width'>> & { look: typeof examine };

/** Every screen is seen in each; axe, which costs most, judges each language, width and scheme once. */
const SIGHTS: Record<'th' | 'en', readonly [Sight, Sight]> = {
  th: [
    { scheme: 'dark', width: 360, look: examine },
    { scheme: 'light', width: 1280, look: examineShape },
  ],
  en: [
    { scheme: 'light', width: 1280, look: examine },
    { scheme: 'dark', width: 360, look: examineShape },
  ],
};

for (const lang of ['th', 'en'] as const) {
  const { product, browser, folder } = await startForTests((made) =>
    Promise.all([makeClip(join(made, 'ข่าวเช้า.mp4')), makePicture(join(made, 'logo.png'))]),
  );
  const api = await openApi(product);
  const scene = await prepare(api, join(folder, 'ข่าวเช้า.mp4'), join(folder, 'logo.png'));
  test(`every screen is usable by everybody: ${lang}`, async () => {
    await api.setLanguage(lang);
    const meet = meetingOf(SIGHTS[lang].length);
    const walks = SIGHTS[lang].map(async ({ scheme, width, look }) => {
      const faults: string[] = [];
      const height = width < 600 ? 740 : 800;
      const options = { lang, scheme, width, height, reducedMotion: 'reduce' } as const;
      const see = async (me: Visit, screen: Screen) => {
        await screen.open(me, scene).catch((error: unknown) => {
          throw new Error(`the screen ${screen.name} does not open`, { cause: error });
        });
        const found = await look(me.page, screen);
        faults.push(...found.map((fault) => `${screen.name}, ${width} px, ${scheme}: ${fault}`));
        await shoot(me.page, `${screen.name}-${width}-${lang}-${scheme}`);
      };
      const walk = visit({ product, browser }, options, async (me) => {
        await openSignIn(me);
        for (const screen of screens.outside) await see(me, screen);
        await signIn(me);
        for (const screen of screens.empty) await see(me, screen);
        // Both wait until the other has seen the empty lists, before either adds anything.
        await meet();
        for (const screen of screens.inside) await see(me, screen);
      });
      await walk.finally(() => void meet());
      return faults;
    });
    const [first, second] = await Promise.allSettled(walks);
    for (const walk of [first, second]) if (walk?.status === 'rejected') throw walk.reason;
    assert.deepEqual((await Promise.all(walks)).flat(), []);
  });
}

/** Returns what lets so many go on when each has come, or has failed before. */
function meetingOf(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come >= count) resolve();
    return promise;
  };
}

async function prepare(api: Api, clip: string, picture: string): Promise<Scene> {
  const presets = await api.presets();
  const given = presets.find(({ vodDeliveryModel }) => vodDeliveryModel === 'model-k');
  if (given === undefined) throw new Error('the team has no adaptive preset');
  const own = await api.copyPreset(given, { name: 'ข่าวสองขนาด สำหรับรายการสดและรายการย้อนหลัง' });
  const projectKey = await api.createProject({ name: 'ข่าวเช้า', key: 'morning-news' });
  const adaptive = { name: 'ข่าวค่ำ', key: 'evening-news', presetId: given.id };
  const adaptiveProjectKey = await api.createProject(adaptive);
  const videoKey = await api.upload(projectKey, 'ข่าวเช้าวันจันทร์ที่ยาวกว่าที่บรรทัดหนึ่งจะรับไหว', clip);
  const adaptiveVideoKey = await api.upload(adaptiveProjectKey, 'ข่าวค่ำ', clip);
  const { playbackUrls, watchUrl } = await api.untilReady(videoKey);
  await api.untilReady(adaptiveVideoKey);
  // The console offers a protected video nothing but to be freed.
  await api.protect(adaptiveVideoKey, 'clearKey');
  const embedUrl = playbackUrls?.embeddedUrl ?? assert.fail('no address');
  return {
    projectKey,
    videoKey,
    embedUrl,
    watchUrl,
    clip,
    adaptiveProjectKey,
    adaptiveVideoKey,
    presetId: own.id,
    createOverlay: () => api.createOverlay('โลโก้ช่อง', picture),
    createKeyServer: () => api.createKeyServer('เซิร์ฟเวอร์คีย์ของห้องข่าวเช้าและรายการย้อนหลัง'),
  };
}
