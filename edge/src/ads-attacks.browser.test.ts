import { strict as assert } from 'node:assert';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { Browser } from 'playwright-core';
import { type AdPage, openAdPage } from './test-ads.ts';
import {
  AD_SERVER_FLAGS,
  type AdServer,
  renderAd,
  renderVast,
  renderVmap,
  renderWrapper,
  startAdServer,
} from './test-ad-server.ts';
import { type Film, makeFilm } from './test-film.ts';
import { launchChromium } from './test-players.ts';

/** An ad has 8 s to begin; a busy machine takes a while to begin the video. */
const SOON_S = 13;

let browser: Browser;
let film: Film;
let ads: AdServer;

before(async () => {
  [film, ads, browser] = await Promise.all([
    makeFilm(),
    startAdServer(),
    launchChromium('document-user-activation-required', AD_SERVER_FLAGS),
  ]);
});
after(async () => {
  await browser.close();
  await ads.close();
  await film.remove();
});
beforeEach(() => ads.reset());

const ad = (more: Partial<Parameters<typeof renderAd>[0]> = {}) =>
  renderAd({ origin: ads.origin, ...more });
const wrap = (name: string, to: string) => renderWrapper(ads.origin, name, ads.origin + to);

/** Presses play, and waits until the video plays without an ad. */
async function playVideo(t: TestContext): Promise<AdPage> {
  const opened = await openAdPage(t, { browser, film, ads });
  const startMs = performance.now();
  await opened.play();
  await opened.see('the video', ({ time, isAd }) => time > 0.2 && !isAd);
  const tookS = (performance.now() - startMs) / 1000;
  assert.ok(tookS < SOON_S, `the video began after ${tookS} s`);
  return opened;
}

const listErrors = () => ads.listPings().filter((name) => name.includes('error'));
const countRequests = (path: string) =>
  ads.requests.filter((request) => request.path.startsWith(path)).length;

test('wrappers that lead in a circle are followed five times', async (t) => {
  ads.answers.set('/tag', wrap('w', '/loop'));
  ads.answers.set('/loop', wrap('w', '/loop'));
  const { listHeard } = await playVideo(t);
  assert.equal(countRequests('/loop'), 5);
  assert.ok(listErrors().includes('w-error-302'), listErrors().join(' '));
  assert.deepEqual(await listHeard(), ['aderror 303', 'play']);
});

test('a hundred wrappers beside each other are no more', async (t) => {
  const list = Array.from({ length: 100 }, (_, n) => wrap(`w${n}`, `/wide?${n}`));
  const inner = list.map((text, n) =>
    /<Ad [^]*<\/Ad>/.exec(text)?.[0].replace('<Ad ', `<Ad sequence="${n + 1}" `),
  );
  ads.answers.set('/tag', renderVast(...inner.map(String)));
  ads.answers.set('/wide', wrap('w', '/wide'));
  await playVideo(t);
  assert.equal(countRequests('/wide'), 5);
});

test('an answer of 50 MB is read as far as a megabyte', async (t) => {
  let sent = 0;
  let isCut = false;
  ads.answers.set('/tag', (_, response) => {
    response.setHeader('Content-Type', 'text/xml');
    const chunk = Buffer.alloc(64 * 1024, '<!--');
    const send = (): void => {
      while (sent < 50 * 1024 * 1024 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end();
    };
    response.on('close', () => (isCut = !response.writableFinished));
    send();
  });
  await playVideo(t);
  await until('the end', () => isCut);
  assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes were sent`);
});

test('an answer of many elements, of entities or of no XML is none', async (t) => {
  const pings = `<Impression>${ads.origin}/ping/x</Impression>`.repeat(8000);
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]>${renderVast(ad())}`;
  for (const text of [
    renderVast(ad().replace('<AdSystem>', `${pings}<AdSystem>`)),
    bomb,
    'no XML',
  ]) {
    ads.reset();
    ads.answers.set('/tag', text);
    const { listHeard } = await playVideo(t);
    assert.deepEqual(await listHeard(), ['aderror 100', 'play']);
    assert.deepEqual(ads.listPings(), []);
  }
});

test('one event is told to twenty addresses at most', async (t) => {
  const pings = `<Impression>${ads.origin}/ping/many</Impression>`.repeat(1000);
  ads.answers.set('/tag', renderVast(ad().replace('<AdSystem>', `${pings}<AdSystem>`)));
  await playVideo(t);
  assert.ok(countRequests('/ping/many') <= 20, `${countRequests('/ping/many')}`);
});

test('a server that is silent, or drips, or is gone does not keep the video', async (t) => {
  ads.answers.set('/tag', () => undefined);
  await playVideo(t);
  ads.answers.set('/tag', (_, response) => {
    const timer = setInterval(() => response.write('<!-- -->'), 100);
    response.on('close', () => clearInterval(timer));
  });
  await playVideo(t);
  ads.answers.set('/tag', (request) => request.socket.destroy());
  const { listHeard } = await playVideo(t);
  assert.deepEqual(await listHeard(), ['aderror 301', 'play']);
});

test('an ad whose file stops in the middle ends, and its server hears why', async (t) => {
  const media = `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360">${ads.origin}/slow.mp4</MediaFile>`;
  ads.answers.set('/tag', renderVast(ad({ media })));
  ads.answers.set('/slow.mp4', (_, response) => {
    response.setHeader('Content-Type', 'video/mp4');
    response.setHeader('Content-Length', '1000000');
    response.write(ads.media.subarray(0, Math.floor(ads.media.length * 0.6)));
  });
  await playVideo(t);
  assert.ok(listErrors().includes('ad-error-402'), listErrors().join(' '));
});

test('an ad that lasts longer than it says ends', async (t) => {
  ads.answers.set(
    '/tag',
    renderVast(ad().replace('00:00:03</Duration>', '00:00:00.500</Duration>')),
  );
  await playVideo(t);
  assert.deepEqual(listErrors(), ['ad-error-202']);
});

test('scripts and markup never run: a VPAID ad is none', async (t) => {
  const script = `${ads.origin}/vpaid.js`;
  const media = `<MediaFile delivery="progressive" type="application/javascript" apiFramework="VPAID">${script}</MediaFile>
<MediaFile delivery="progressive" type="text/html">${ads.origin}/page.html</MediaFile>
<MediaFile delivery="progressive" type="video/mp4" apiFramework="SIMID">${script}</MediaFile>
<InteractiveCreativeFile type="text/html" apiFramework="SIMID">${ads.origin}/page.html</InteractiveCreativeFile>`;
  ads.answers.set('/tag', renderVast(ad({ media })));
  const { complaints } = await playVideo(t);
  assert.deepEqual(listErrors(), ['ad-error-403']);
  assert.equal(countRequests('/vpaid.js') + countRequests('/page.html'), 0);
  assert.deepEqual(complaints, []);
});

test('what leads inside is neither asked, played, told nor opened', async (t) => {
  const inside = `https://127.0.0.1:${new URL(ads.origin).port}`;
  ads.answers.set('/tag', renderWrapper(ads.origin, 'w', `${inside}/inside`));
  await playVideo(t);
  const media = `<MediaFile delivery="progressive" type="video/mp4">${inside}/inside.mp4</MediaFile>`;
  ads.answers.set('/tag', renderVast(ad({ media })));
  await playVideo(t);
  const lured = ad({ clickThrough: 'javascript:parent.postMessage(1)' }).replace(
    '<AdSystem>',
    `<Impression>${inside}/inside-ping</Impression><AdSystem>`,
  );
  ads.answers.set('/tag', renderVast(lured));
  const { play, see, findFrame } = await openAdPage(t, { browser, film, ads });
  await play();
  await see('the ad', ({ isAd }) => isAd);
  assert.equal(await findFrame().locator('.visit').isHidden(), true);
  assert.equal(await findFrame().locator('.area').getAttribute('href'), null);
  await until('an impression', () => ads.listPings().includes('ad-impression'));
  assert.equal(countRequests('/inside'), 0);
});

test('the frame with the ads has no way to the page, its cookies or its storage', async (t) => {
  ads.answers.set('/tag', renderVast(ad()));
  const { page, edge, play, see, findFrame } = await openAdPage(t, { browser, film, ads });
  await page.context().addCookies([{ name: 'mine', value: '1', url: edge.url }]);
  await play();
  await see('the ad', ({ isAd }) => isAd);
  const sandbox = await page.locator('.ad-frame').getAttribute('sandbox');
  assert.equal(sandbox, 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  const frame = findFrame();
  assert.equal(await frame.evaluate('self.origin'), 'null');
  for (const attempt of [
    'parent.document.title',
    'parent.location.href',
    'document.cookie',
    'localStorage.length',
    'sessionStorage.length',
    `parent.document.querySelector('kinora-player')`,
    `top.location = 'https://ads.test/'`,
  ]) {
    await assert.rejects(frame.evaluate(attempt), /SecurityError|Blocked/, attempt);
  }
  const hasRun = await frame.evaluate<boolean>(`(() => {
    const inline = document.createElement('script');
    inline.textContent = 'window.hasRun = true';
    document.body.append(inline);
    const foreign = document.createElement('script');
    foreign.src = '${ads.origin}/vpaid.js';
    document.body.append(foreign);
    const image = document.createElement('div');
    image.innerHTML = '<img src=x onerror="window.hasRun = true"><iframe src="${ads.origin}/page.html">';
    document.body.append(image);
    return new Promise((resolve) => setTimeout(() => resolve(window.hasRun === true), 500));
  })()`);
  assert.equal(hasRun, false);
  assert.equal(countRequests('/vpaid.js') + countRequests('/page.html'), 0);
});

test('a frame that lies or falls silent is taken away, and the video plays', async (t) => {
  ads.answers.set(
    '/tag',
    renderVmap(ads.origin, { start: renderVast(ad()), '50%': renderVast(ad()) }),
  );
  for (const body of [
    '',
    `onmessage = ({ ports: [port] }) => port.postMessage({ type: 'owned' })`,
    `onmessage = ({ ports: [port] }) => {
      port.postMessage({ type: 'ready', offsets: [{ at: 'start' }, { at: 'time', sec: 1 }] });
      setInterval(() => port.postMessage({ type: 'muted' }), 100);
    }`,
  ]) {
    const { page, play, see } = await openAdPage(t, { browser, film, ads });
    await page.route('**/ads/frame', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<script>${body}</script>` }),
    );
    await play();
    await see('the video', ({ time, frames }) => time > 1.5 && frames === 0);
  }
});
