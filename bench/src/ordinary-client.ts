import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TUS_PATH } from '@kinora/contract/uploads';
import type { Client, Video } from './product-client.ts';
import { signIn } from './product.ts';

// An ordinary client signs in, lists its videos, watches one and uploads another.

export const steps = ['sign-in', 'videos', 'playlist', 'segment', 'upload'] as const;
export type Step = (typeof steps)[number];
export type Times = Record<Step | 'turn', number[]>;

export type OrdinaryClient = {
  /** Takes turns for so long. @returns milliseconds, of each step and of whole turns */
  turns: (ms: number) => Promise<Times>;
  /** Each error that it saw so far is a fault. */
  errors: string[];
};

type Init = {
  method?: string;
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit['body']>;
};

const UPLOAD_BYTES = 64 * 1024;
const PAUSE_MS = 20;
const PATIENCE_MS = 30_000;
/** The client has a network of its own, as a proxy states it. */
const from = { 'x-forwarded-for': '198.51.100.7' };

/** @param playingKey of a video that can be watched */
export async function openOrdinaryClient(
  client: Client & { projectKey: string },
  playingKey: string,
): Promise<OrdinaryClient> {
  const { url, edgeUrl } = client.product;
  const stream = `${edgeUrl}/streams/${playingKey}/`;
  const ask = async (address: string, init: Init = {}): Promise<Response> => {
    const headers = { ...client.headers, ...from, ...init.headers };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(address, { ...init, headers, signal });
    if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${address}: ${answer.status}`);
    return answer;
  };
  const playlist = await (await ask(`${stream}playlist.m3u8`)).text();
  const media = stream + (playlist.split('\n').find((line) => line.endsWith('.m3u8')) ?? '');
  const list = await (await ask(media)).text();
  const segment = new URL(list.split('\n').find((line) => line.endsWith('.m4s')) ?? '', media).href;
  const upload = await prepareUpload(client, ask);
  const cookies = new Map<string, string>();

  const work: Record<Step, () => Promise<unknown>> = {
    'sign-in': async () => {
      const body = JSON.stringify({ email: signIn.email, password: signIn.password });
      // The browser's cookie: it has been here before.
      const cookie = [...cookies.values()].join('; ');
      const headers = { 'content-type': 'application/json', cookie };
      const answer = await ask(`${url}/api/auth/v1/sign-in`, { method: 'POST', headers, body });
      for (const each of answer.headers.getSetCookie()) {
        const pair = each.split(';', 1)[0] ?? '';
        cookies.set(pair.split('=', 1)[0] ?? '', pair);
      }
      await answer.text();
    },
    videos: async () => (await ask(`${url}/api/v1/videos?limit=20`)).text(),
    playlist: async () => (await ask(media)).text(),
    segment: async () => (await ask(segment)).arrayBuffer(),
    upload,
  };
  const errors: string[] = [];
  /** The client signs out, or it would exceed the sessions of an account. */
  const signOut = async (): Promise<void> => {
    const cookie = [...cookies.values()].join('; ');
    await ask(`${url}/api/auth/v1/sign-out`, { method: 'POST', headers: { cookie } });
  };
  return { errors, turns: (ms) => goRound({ work, signOut, errors }, ms) };
}

type Round = {
  work: Record<Step, () => Promise<unknown>>;
  signOut: () => Promise<void>;
  errors: string[];
};

async function goRound({ work, signOut, errors }: Round, ms: number): Promise<Times> {
  const times: Times = {
    turn: [],
    'sign-in': [],
    videos: [],
    playlist: [],
    segment: [],
    upload: [],
  };
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    const turnMs = performance.now();
    for (const step of steps) {
      const startedMs = performance.now();
      await work[step]().catch((error: unknown) => errors.push(`${step}: ${String(error)}`));
      times[step].push(performance.now() - startedMs);
    }
    times.turn.push(performance.now() - turnMs);
    await signOut().catch((error: unknown) => errors.push(`sign-out: ${String(error)}`));
    await sleep(PAUSE_MS);
  }
  return times;
}

/**
 * Uploads half of a new file each time: a whole one would start an ffmpeg, and its load would be measured
 * instead.
 */
async function prepareUpload(
  client: Client & { projectKey: string },
  ask: (address: string, init: Init) => Promise<Response>,
): Promise<() => Promise<void>> {
  const { url } = client.product;
  const source = { type: 'video/mp4', size: 2 * UPLOAD_BYTES, fileName: 'half.mp4' };
  const [video] = await client.call<Video[]>('POST', '/api/v1/videos', {
    projectKey: client.projectKey,
    videos: [{ title: 'half', source }],
  });
  const key = Buffer.from(video?.key ?? '').toString('base64');
  const half = randomBytes(UPLOAD_BYTES);
  const tus = { 'tus-resumable': '1.0.0' };
  return async () => {
    const created = await ask(url + TUS_PATH, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(2 * UPLOAD_BYTES),
        'upload-metadata': `videoKey ${key}`,
      },
    });
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const location = new URL(created.headers.get('location') ?? '', url).href;
    await ask(location, { method: 'PATCH', headers: { ...tus, ...type }, body: half });
  };
}
