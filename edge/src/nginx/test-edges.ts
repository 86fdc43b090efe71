import { strict as assert } from 'node:assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { getPackagedCountries, openCountries } from '../countries.ts';
import type { EdgeAccess } from '../serve.ts';
import { TEST_ACCESS } from '../test-edge.ts';
import {
  endConnections,
  findModules,
  send,
  type SentRequest,
  startBuiltInEdge,
  startNginxEdge,
  type NginxTestEdge,
  type TestEdge,
} from './test-nginx-edge.ts';
import { HOSTS, publishWorld, signQuery, VIDEO_KEYS } from './test-world.ts';

/** The packages of nginx's modules can't be installed everywhere. */
export const skip = findModules() ? false : 'nginx has no Lua, cjson or geoip2 here';

export const SEGMENT_OF_FREE = '/streams/free/rev1/v360/1.m4s';
export const OPEN = 'open.test';
export const SIGNED = 'signed.test:8443';

export type World = {
  storage: Storage;
  access: EdgeAccess;
  /** Ends after the edges that are started on it. */
  close(): Promise<void>;
};

/** Publishes the test world into a storage of its own, with the countries that the product knows. */
export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-edges-world-'));
  const storage = await openStorage(pathToFileURL(folder).href, {});
  await publishWorld(storage);
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const countries = await openCountries(getPackagedCountries(), log);
  const access = { ...TEST_ACCESS, findCountry: (address: string) => countries.find(address) };
  return {
    storage,
    access,
    async close() {
      countries.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Edges = World & {
  builtIn: TestEdge;
  /** Reads segments where they are stored. */
  nginx: NginxTestEdge;
  /** Gets segments through its edge, and keeps them. */
  nginxElsewhere: NginxTestEdge;
};

/** Starts every kind of edge on one world, and has each nginx taught what it may answer. */
export async function startEdges(): Promise<Edges> {
  const world = await openWorld();
  const builtIn = await startBuiltInEdge(world);
  const nginx = await startNginxEdge(world);
  const nginxElsewhere = await startNginxEdge({ ...world, isStoredElsewhere: true });
  for (const edge of [nginx, nginxElsewhere]) await teach(edge);
  return {
    ...world,
    builtIn,
    nginx,
    nginxElsewhere,
    async close() {
      endConnections();
      for (const edge of [nginxElsewhere, nginx, builtIn]) await edge.close();
      await world.close();
    },
  };
}

/** Watches every video once, and waits until nginx answers for those that it may. */
export async function teach(edge: TestEdge): Promise<void> {
  const prefix = (key: string) => ({ host: SIGNED, path: '', prefix: `/streams/${key}/` });
  const later = Math.floor(Date.now() / 1000) + 1000;
  for (const key of VIDEO_KEYS) {
    const path = `/streams/${key}/rev1/v360/1.m4s`;
    const headers = { 'X-Forwarded-For': '1.46.0.1', Referer: 'https://customer.example/' };
    for (const host of HOSTS) await send(edge.port, { path, headers: { ...headers, Host: host } });
    const signed = `${path}?${signQuery(prefix(key), 'k1', later)}`;
    await send(edge.port, { path: signed, headers: { ...headers, Host: SIGNED } });
  }
  await waitUntil(() => answersAlone(edge, { path: SEGMENT_OF_FREE, headers: { Host: OPEN } }));
}

/** Says whether nginx lets a request in and has not asked its edge. */
export async function answersAlone(edge: TestEdge, sent: SentRequest): Promise<boolean> {
  const before = edge.answers.length;
  const { status } = await send(edge.port, sent);
  return status === 200 && edge.answers.length === before;
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
