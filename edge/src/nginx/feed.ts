import { join } from 'node:path';
import type { Channel } from '@kinora/playback-rules/rule';
import { LRUCache } from 'lru-cache';
import type { Mark } from '../change-list.ts';
import type { Documents } from '../documents.ts';
import type { EdgeLog } from '../edge-log.ts';
import type { EdgeStorage } from '../edge-storage.ts';
import {
  compileFacts,
  type FactsPlace,
  isWhole,
  type VideoDocuments,
  writeFacts,
} from './facts.ts';
import { writeWhole } from './files.ts';
import { keepTexts } from './texts.ts';

/** Keeps what nginx knows true. */
export type NginxFeed = {
  /** Somebody watches it: nginx may answer the next one. */
  notice(videoKey: string, host: string): void;
  close(): Promise<void>;
};

/** A change is written within this time; nginx takes it up a tenth of a second later. */
const LOOK_MS = 300;
/**
 * News for nginx waits this long for more of it: each time, every worker of nginx reads all facts
 * anew. The edge answers meanwhile.
 */
const GATHER_MS = 10_000;
/** As many documents as the edge keeps. What is watched less is the edge's to answer. */
const MAX_VIDEOS = 4000;
const MAX_HOSTS = 1000;

export const FACTS_FILE = 'facts.json';

/** Facts by which nginx leaves everything to the edge. */
export function createNoFacts(place: FactsPlace): string {
  return writeFacts(compileFacts(new Map(), [], place));
}

type Parts = {
  /** Made by `prepareNginx`. */
  folder: string;
  storage: EdgeStorage;
  documents: Documents;
  place: FactsPlace;
  /** By default 10 s. */
  gatherMs?: number | undefined;
  log: EdgeLog;
};

/** Begins to feed nginx with what is watched. */
export function startNginxFeed(parts: Parts): NginxFeed {
  const { folder, storage, documents, place, log, gatherMs = GATHER_MS } = parts;
  const watched = new LRUCache<string, true>({ max: MAX_VIDEOS });
  const hosts = new LRUCache<string, true>({ max: MAX_HOSTS });
  const fresh = { videos: new Set<string>(), hosts: new Set<string>() };
  const texts = keepTexts(storage, join(folder, 'texts'));
  let written = '';
  let mark: Mark | null = null;
  let takenAtMs = -Infinity;
  let isClosed = false;

  async function look(): Promise<void> {
    const next = await documents.lookForChanges();
    // Without a list of changes each document has to be looked at.
    if (!takeFresh() && isSame(next, mark)) return;
    await write();
    // After a failure all is done once more.
    mark = next;
  }

  function takeFresh(): boolean {
    const isDue = performance.now() - takenAtMs >= gatherMs;
    if (!isDue || fresh.videos.size + fresh.hosts.size === 0) return false;
    takenAtMs = performance.now();
    for (const key of fresh.videos) watched.set(key, true);
    for (const host of fresh.hosts) hosts.set(host, true);
    fresh.videos.clear();
    fresh.hosts.clear();
    return true;
  }

  async function write(): Promise<void> {
    const channels = new Map<string, Channel>();
    for (const host of hosts.keys()) {
      const channel = await documents.findChannel(host);
      if (channel) channels.set(host, channel);
    }
    const videos: VideoDocuments[] = [];
    for (const key of watched.keys()) {
      const found = await findVideo(documents, key);
      if (found) videos.push(found);
    }
    for (const { video } of videos) if (isWhole(video)) await texts.keep(video.stream);
    const facts = writeFacts(compileFacts(channels, videos, place));
    if (facts !== written) await writeWhole(join(folder, FACTS_FILE), facts);
    written = facts;
    await texts.removeOld();
  }

  async function writeNothing(): Promise<void> {
    written = '';
    await writeWhole(join(folder, FACTS_FILE), createNoFacts(place));
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      try {
        await look();
      } catch (error) {
        log.warn({ err: error }, 'nginx can’t be told what has changed');
        mark = null;
        // It must let nobody in by what may no longer be true.
        await writeNothing().catch((err: unknown) =>
          log.error({ err }, 'nginx goes on with what may be wrong'),
        );
      }
      await new Promise((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, LOOK_MS);
      });
    }
  }
  let timer: NodeJS.Timeout | undefined;
  let wake: (value?: unknown) => void = () => undefined;
  const running = run();

  return {
    notice(videoKey, host) {
      if (!watched.has(videoKey) && fresh.videos.size < MAX_VIDEOS) fresh.videos.add(videoKey);
      if (!hosts.has(host) && fresh.hosts.size < MAX_HOSTS) fresh.hosts.add(host);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      wake();
      await running;
    },
  };
}

async function findVideo(documents: Documents, key: string): Promise<VideoDocuments | null> {
  const video = await documents.findVideo(key);
  if (!video?.projectId) return null;
  const [project, team] = await Promise.all([
    documents.findProject(video.projectId),
    documents.findTeam(video.teamId),
  ]);
  return { video, project, team };
}

function isSame(one: Mark | null, other: Mark | null): boolean {
  if (one === null || other === null) return false;
  return one.epoch === other.epoch && one.sequence === other.sequence;
}
