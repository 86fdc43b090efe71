import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Api, openApi } from './api.ts';
import { makeClip, makePicture } from './clips.ts';
import { examine } from './examine.ts';
import type { Scene } from './screen.ts';
import { screens } from './screens.ts';
import { startForTests } from './started.ts';
import { openSignIn, shoot, signIn, visit, type VisitOptions } from './visit.ts';

type Sight = Required<Pick<VisitOptions, 'lang' | 'scheme' | 'width'>>;

/** Looks at every screen in one way, and fails with all that is found. */
export async function testScreens({ lang, scheme, width }: Sight): Promise<void> {
  const { product, browser, folder } = await startForTests((made) =>
    Promise.all([makeClip(join(made, 'ข่าวเช้า.mp4')), makePicture(join(made, 'logo.png'))]),
  );
  const api = await openApi(product);
  const scene = await prepare(api, join(folder, 'ข่าวเช้า.mp4'), join(folder, 'logo.png'));
  test(`every screen is usable by everybody: ${lang}, ${scheme}, ${width} px wide`, async () => {
    await api.setLanguage(lang);
    const faults: string[] = [];
    const height = width < 600 ? 740 : 800;
    const options = { lang, scheme, width, height, reducedMotion: 'reduce' } as const;
    await visit({ product, browser }, options, async (me) => {
      await openSignIn(me);
      let isSignedIn = false;
      for (const screen of screens) {
        if (!screen.isOutside && !isSignedIn) {
          await signIn(me);
          isSignedIn = true;
        }
        await screen.open(me, scene).catch((error: unknown) => {
          throw new Error(`the screen ${screen.name} does not open`, { cause: error });
        });
        const found = await examine(me.page, screen);
        faults.push(...found.map((fault) => `${screen.name}: ${fault}`));
        await shoot(me.page, `${screen.name}-${width}-${lang}-${scheme}`);
      }
    });
    assert.deepEqual(faults, []);
  });
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
