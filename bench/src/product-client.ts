import { TUS_PATH } from '@kinora/contract/uploads';
import { signIn, type Product } from './product.ts';

export type Client = {
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  headers: Record<string, string>;
  product: Product;
};

export type Video = {
  key: string;
  vod: {
    processingInfo: {
      state: string;
      totalCompletedOutputs: number;
      totalExpectedOutputs: number;
      failureReason: string | null;
    };
    source: { probeErrorDetail: string | null };
    outputs: { name: string; completed: boolean }[];
  };
};

/** Signs in, and creates a project for videos. */
export async function openClient(product: Product): Promise<Client & { projectKey: string }> {
  const answer = await fetch(`${product.url}/api/auth/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ email: signIn.email, password: signIn.password }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { cookie, origin: product.url, 'x-team': signIn.team };
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const replied = await fetch(product.url + path, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!replied.ok) throw new Error(`${method} ${path}: ${replied.status}`);
    return (await replied.json()) as T;
  };
  const body = { key: 'bench', name: 'Bench' };
  const { key } = await call<{ key: string }>('POST', '/api/v1/projects', body);
  return { call, headers, product, projectKey: key };
}

export type Sending = {
  bytes: Buffer;
  /** ranges in the order in which they are sent, as the console's uploader names it */
  layout?: string;
  /** bits per second; at full speed without it */
  paceBps?: number;
  title: string;
  /** the project's without it */
  presetId?: string;
};

export type Sent = { key: string; firstByteAt: number; lastByteAt: Promise<number> };

/** Uploads a file as a video; resolves with the first byte. Times are those of `performance`. */
export async function upload(
  client: Client & { projectKey: string },
  sending: Sending,
): Promise<Sent> {
  const { bytes, layout, title, presetId } = sending;
  const source = { type: 'video/mp4', size: bytes.length, fileName: `${title}.mp4` };
  const [video] = await client.call<Video[]>('POST', '/api/v1/videos', {
    projectKey: client.projectKey,
    ...(presetId ? { presetId } : {}),
    videos: [{ title, source }],
  });
  if (!video) throw new Error('no video');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const tus = { ...client.headers, 'tus-resumable': '1.0.0' };
  const created = await fetch(client.product.url + TUS_PATH, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': [
        `videoKey ${base64(video.key)}`,
        ...(layout ? [`layout ${base64(layout)}`] : []),
      ].join(','),
    },
  });
  const location = created.headers.get('location');
  if (!location) throw new Error(`creation: ${created.status}`);
  const firstByteAt = performance.now();
  const sent = fetch(new URL(location, client.product.url), {
    method: 'PATCH',
    duplex: 'half',
    headers: {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    body: ReadableStream.from(paceBytes(sending, firstByteAt)),
  });
  const lastByteAt = sent.then((answer) => {
    if (answer.status !== 204) throw new Error(`PATCH: ${answer.status}`);
    return performance.now();
  });
  lastByteAt.catch(() => undefined);
  return { key: video.key, firstByteAt, lastByteAt };
}

async function* paceBytes({ bytes, layout, paceBps }: Sending, startedAt: number) {
  const block = 64 * 1024;
  let sent = 0;
  for (const [start, end] of parseRanges(layout, bytes.length)) {
    for (let at = start; at < end; at += block) {
      const part = bytes.subarray(at, Math.min(end, at + block));
      if (paceBps) {
        const dueAt = startedAt + ((sent + part.length) * 8000) / paceBps;
        const early = dueAt - performance.now();
        if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
      }
      sent += part.length;
      yield part;
    }
  }
}

function parseRanges(layout: string | undefined, size: number): [number, number][] {
  if (!layout) return [[0, size]];
  return layout.split(',').map((range) => {
    const [start = 0, end = 0] = range.split('-').map(Number);
    return [start, end];
  });
}

/** Waits for the first segment of video and audio, which it requests as a player does. */
export async function waitUntilPlayable(client: Client, key: string): Promise<number> {
  const base = `${client.product.edgeUrl}/streams/${key}/`;
  while (true) {
    const playlist = await fetch(`${base}playlist.m3u8`);
    const text = await playlist.text();
    if (playlist.ok) {
      const variant = text.split('\n').find((line) => line.endsWith('.m3u8'));
      const audio = /TYPE=AUDIO.*URI="([^"]+)"/.exec(text)?.[1];
      const uris = [variant, audio].flatMap((uri) => (uri ? [uri] : []));
      await Promise.all(uris.map((uri) => fetchFirstSegment(base + uri)));
      return performance.now();
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function fetchFirstSegment(url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  const init = /EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? '';
  const first = text.split('\n').find((line) => line.endsWith('.m4s')) ?? '';
  for (const name of [init, first]) {
    const answer = await fetch(new URL(name, url));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

/** Waits until `isDone` is true of a video. @throws when the video ends in an error */
export async function waitForVideo(
  client: Client,
  key: string,
  isDone: (video: Video) => boolean,
  /** between two requests */
  pauseMs = 20,
): Promise<number> {
  while (true) {
    const video = await client.call<Video>('GET', `/api/v1/videos/${key}`);
    const { processingInfo, source } = video.vod;
    if (isDone(video)) return performance.now();
    const problem = source.probeErrorDetail ?? processingInfo.failureReason;
    if (problem) throw new Error(`${key}: ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Deletes a video, so that no work on it takes from the next round. */
export async function deleteVideo({ product, headers }: Client, key: string): Promise<void> {
  await fetch(`${product.url}/api/v1/videos/${key}`, { method: 'DELETE', headers });
}

/** True when one of the video renditions is whole. */
export function hasWholeVideo({ vod }: Video): boolean {
  return vod.outputs.some((output) => output.completed && output.name.endsWith('p'));
}

export const isCompleted = (video: Video): boolean =>
  video.vod.processingInfo.state === 'completed';
