import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { untilSeen } from './test-page.ts';
import { type EmbedVisit, visitEmbedPages } from './test-embed-visits.ts';

const CHAPTERS = JSON.stringify([
  { startSec: 0, title: 'Opening' },
  { startSec: 10, title: 'Middle' },
]).replaceAll('"', '&quot;');
const SOURCE = { src: '/playlist.m3u8', autoplay: '', muted: '', 'video-title': 'แกงเขียวหวาน' };

let server: EmbedVisit['server'];
let page: EmbedVisit['page'];

visitEmbedPages(async (visit) => {
  ({ server, page } = visit);
  // Only the system can call a page's handlers, so they are recorded here as well.
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    const positions: unknown[] = [];
    Object.assign(globalThis, { handlers, positions });
    const session = navigator.mediaSession;
    const setActionHandler = session.setActionHandler.bind(session);
    const setPositionState = session.setPositionState.bind(session);
    session.setActionHandler = (action, handler) => {
      handlers[action] = handler;
      setActionHandler(action, handler);
    };
    session.setPositionState = (state) => {
      positions.push(state);
      setPositionState(state);
    };
  });
});

const press = (action: MediaSessionAction, details: object = {}) =>
  page.evaluate(
    ([name, given]) => {
      const handlers = Reflect.get(globalThis, 'handlers') as Record<
        string,
        MediaSessionActionHandler | null
      >;
      handlers[name]?.({ action: name, ...given });
    },
    [action, details] as const,
  );

const listActions = () =>
  page.evaluate(() => {
    const handlers = Reflect.get(globalThis, 'handlers') as Record<string, unknown>;
    return Object.keys(handlers).filter((action) => handlers[action]);
  });

async function untilPosition(wanted: number): Promise<void> {
  for (const deadline = performance.now() + 20_000; ; await setTimeout(50)) {
    const state = await page.evaluate(() =>
      (Reflect.get(globalThis, 'positions') as MediaPositionState[]).at(-1),
    );
    if (state?.position === wanted && Math.round(state.duration ?? 0) === 24) return;
    assert.ok(performance.now() < deadline, JSON.stringify(state));
  }
}

async function play(attributes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(server.page(attributes));
  await untilSeen(page, ({ time }) => time > 0.2);
}

test('the system has title, cover and position, and its keys play, pause and seek', async () => {
  await play({ ...SOURCE, poster: '/cover.jpg' });
  const { title, artwork } = await page.evaluate(() => ({
    title: navigator.mediaSession.metadata?.title,
    artwork: navigator.mediaSession.metadata?.artwork.map(({ src }) => src),
  }));
  assert.deepEqual([title, artwork], ['แกงเขียวหวาน', [`${server.origin}/cover.jpg`]]);
  assert.deepEqual((await listActions()).toSorted(), [
    'pause',
    'play',
    'seekbackward',
    'seekforward',
    'seekto',
    'stop',
  ]);
  await press('pause');
  await untilSeen(page, ({ paused }) => paused);
  await press('seekto', { seekTime: 12 });
  await untilSeen(page, ({ time }) => time === 12);
  await press('seekforward');
  await untilSeen(page, ({ time }) => time === 22);
  await press('seekbackward', { seekOffset: 4 });
  await untilSeen(page, ({ time }) => time === 18);
  await untilPosition(18);
  await press('play');
  await untilSeen(page, ({ paused, time }) => !paused && time > 18.1);
  await press('stop');
  await untilSeen(page, ({ paused, time }) => paused && time === 0);
});

test('the keys for tracks go to chapters, where there are some', async () => {
  await play({ ...SOURCE, chapters: CHAPTERS });
  await press('pause');
  await press('nexttrack');
  await untilSeen(page, ({ time }) => time === 10);
  await press('nexttrack');
  await press('previoustrack');
  await untilSeen(page, ({ time }) => time === 0);
});

test('a player that is taken out of the page leaves nothing with the system', async () => {
  await play(SOURCE);
  await page.evaluate(() => document.querySelector('kinora-player')?.remove());
  assert.deepEqual(await listActions(), []);
  assert.equal(await page.evaluate(() => navigator.mediaSession.metadata), null);
});
