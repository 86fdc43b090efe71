import { setTimeout as sleep } from 'node:timers/promises';
import { getPublishedVideoKey, PublishedVideo } from '@kinora/contract/published';
import { startAppWorker } from './app-worker.ts';
import type { Context } from './base/context.ts';
import { startTestApp, type Json, type TestApp } from './test-app.ts';
import { type AboutVideo, addTestOwner, addUploadedVideo, type TestOwner } from './test-owner.ts';

export type TestVideos = TestOwner & {
  app: TestApp;
  /** Adds a video with a stored file, as the last byte of an upload leaves it; answers its key. */
  upload: (bytes: Buffer, about?: AboutVideo) => Promise<string>;
  /** The default preset of a delivery model. */
  presetOf: (model: string) => Promise<string>;
  video: (key: string) => Promise<Json>;
  /** Waits until an answer about the video holds. */
  until: (key: string, what: (video: Json) => boolean, seconds?: number) => Promise<Json>;
  /** Waits until its published document holds. */
  untilPublished: (
    key: string,
    what: (document: PublishedVideo) => boolean,
  ) => Promise<PublishedVideo>;
  close: () => Promise<void>;
};

/** The API with a team and a project, for tests of what workers make of uploads. */
export async function startTestVideos(
  ...args: Parameters<typeof startTestApp>
): Promise<TestVideos> {
  const app = await startTestApp(...args);
  const owner = await addTestOwner(app, 'siam');
  const { admin } = owner;
  const video = async (key: string) =>
    (await app.call('GET', `/api/v1/videos/${key}`, { as: admin })).body;

  return {
    app,
    ...owner,
    upload: async (bytes, about) => (await addUploadedVideo(app, owner, bytes, about)).videoKey,
    video,
    async presetOf(model) {
      const { body } = await app.call('GET', '/api/v1/presets', { as: admin });
      return String(
        body.data.find((preset) => String(preset['vodDeliveryModel']) === model)?.['id'],
      );
    },
    until: (key, what, seconds = 60) =>
      repeatUntil(
        () => video(key),
        what,
        seconds,
        (last) => JSON.stringify(last['vod']),
      ),
    untilPublished: (key, what) =>
      repeatUntil(
        async () => {
          const text = await app.context.storage.read(getPublishedVideoKey(key));
          return PublishedVideo.parse(JSON.parse(String(text)));
        },
        what,
        30,
        (last) => JSON.stringify(last.stream),
      ),
    close: () => app.close(),
  };
}

async function repeatUntil<T>(
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  seconds: number,
  tell: (value: T) => string,
): Promise<T> {
  for (let tries = 0; tries < seconds * 10; tries += 1) {
    const value = await read();
    if (holds(value)) return value;
    await sleep(100);
  }
  throw new Error(`waited in vain: ${tell(await read())}`);
}

/** Runs a whole worker while `use` runs. */
export async function withAppWorker<T>(context: Context, use: () => Promise<T>): Promise<T> {
  const worker = await startAppWorker(context);
  try {
    return await use();
  } finally {
    await worker.stop(1000);
  }
}

/** The part of an answer that shows how far its processing is. */
export function stateOf(video: Json): string {
  return String(video['vod']?.['processingInfo']?.['state']);
}
