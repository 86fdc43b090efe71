import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { untilItPlays } from './playback.ts';
import type { Visit } from './visit.ts';

const example = fileURLToPath(
  new URL('../../docs/examples/key-server/key-server.mjs', import.meta.url),
);

export type CustomerKeyServer = {
  encodingEndpoint: string;
  playbackEndpoint: string;
  encoderSecret: string;
  tokenSecret: string;
  stop: () => Promise<void>;
};

/** The example of the documentation, as a customer runs it with secrets of their own. */
export async function startCustomerKeyServer(): Promise<CustomerKeyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-keys-'));
  const [encoderSecret, tokenSecret] = [randomBytes(16), randomBytes(16)].map((bytes) =>
    bytes.toString('hex'),
  ) as [string, string];
  const child = spawn(process.execPath, [example], {
    env: {
      ENCODER_SECRET: encoderSecret,
      TOKEN_SECRET: tokenSecret,
      KEYS_DIR: folder,
      PORT: '0',
      PATH: process.env['PATH'],
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const origin = /http:\/\/[^/]+/.exec(said)?.[0] ?? assert.fail(said);
  return {
    encoderSecret,
    tokenSecret,
    encodingEndpoint: `${origin}/encoding`,
    playbackEndpoint: `${origin}/playback`,
    stop: async () => {
      if (child.kill()) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Plays a video in another tab, where the player asks the customer's server for its key. @returns the tab */
export async function watchWithKey(
  { page, t }: Visit,
  watchUrl: string,
  { playbackEndpoint }: CustomerKeyServer,
): Promise<Page> {
  const viewer = await page.context().newPage();
  const asked = viewer.waitForResponse((one) => one.url().startsWith(playbackEndpoint));
  await viewer.goto(watchUrl);
  await viewer
    .getByRole('button', { name: t('player.play') })
    .first()
    .click();
  assert.equal((await asked).status(), 200);
  await untilItPlays(viewer);
  return viewer;
}
