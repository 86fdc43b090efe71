import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { startTestS3, type TestS3 } from '@kinora/storage/test-s3-server';
import { getPackagedCountries, openCountries } from '../countries.ts';
import type { EdgeAccess } from '../serve.ts';
import { TEST_ACCESS } from '../test-edge.ts';
import type { SentRequest } from './test-nginx-edge.ts';
import { publishWorld, signQuery } from './test-world.ts';

export const SEGMENT_OF_FREE = '/streams/free/rev1/v360/1.m4s';
export const OPEN = 'open.test';
export const SIGNED = 'signed.test:8443';

export type World = {
  storage: Storage;
  access: EdgeAccess;
  /** The S3 that storage is in; undefined where it is a folder. */
  s3: TestS3 | undefined;
  store: string | undefined;
  /** Ends after the edges that are started on it. */
  close(): Promise<void>;
};

/** Publishes the test world into a storage of its own, with the countries that the product knows. */
export async function openWorld(kind: 'folder' | 's3' = 'folder'): Promise<World> {
  const { storage, s3, close } = await (kind === 's3' ? openTestStore() : openTestFolder());
  await publishWorld(storage);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const countries = await openCountries(getPackagedCountries(), log);
  const access = { ...TEST_ACCESS, findCountry: (address: string) => countries.find(address) };
  return {
    storage,
    access,
    s3,
    store: s3?.url,
    async close() {
      countries.close();
      await close();
    },
  };
}

async function openTestFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-world-'));
  const storage = await openStorage(pathToFileURL(folder).href, {});
  const close = async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { storage, s3: undefined, close };
}

async function openTestStore() {
  const credentials = { accessKeyId: 'kinora', secretAccessKey: 'a secret of the store' };
  const s3 = await startTestS3({ ...credentials, buckets: ['films'] });
  const storage = await openStorage(`s3://films/below?endpoint=${s3.url}&pathStyle=1`, {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const close = async () => {
    await storage.close();
    await s3.close();
  };
  return { storage, s3, close };
}

export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    assert.ok(tries < 200, 'waited for 10 s');
    await sleep(50);
  }
}

/** A segment with a signature of all of its stream. */
export function getSigned(key: string, keyId: 'k1' | 'k2'): SentRequest {
  const path = `/streams/${key}/rev1/v360/1.m4s`;
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const query = signQuery({ host: SIGNED, path, prefix: `/streams/${key}/` }, keyId, expires);
  return { path: `${path}?${query}`, headers: { Host: SIGNED } };
}
