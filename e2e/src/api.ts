import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { DrmModel } from '@kinora/contract/drm';
import type { VideoJobs } from '@kinora/contract/jobs';
import type { Preset } from '@kinora/contract/presets';
import { until } from '@kinora/contract/test-until';
import type { Video } from '@kinora/contract/videos/video';
import type { CustomerKeyServer } from './customer-key-server.ts';
import type { Product } from './product.ts';
import type { Lang } from './words.ts';

const TUS_PATH = '/api/upload/v1/tus/videos/';
const WAITING = { type: 'video/mp4', size: 1_000_000, fileName: 'clip.mp4' };
const PRESETS_PATH = '/api/encoding/v1/presets';

type NewVideo = { title: string; tags?: string[] };

/** The product as a program sees it, to prepare what a test looks at. */
export type Api = {
  /** The personal token that all is done with. */
  token: string;
  /** Returns the key with its suffix; by default the team's first preset. */
  createProject: (input: { name: string; key: string; presetId?: string }) => Promise<string>;
  presets: () => Promise<Preset[]>;
  /** A copy of a preset but for what is given. */
  copyPreset: (preset: Preset, changes: Partial<Preset>) => Promise<Preset>;
  /** Returns the id of an overlay preset with the given picture, a PNG. */
  createOverlay: (name: string, picture: string) => Promise<string>;
  /** Returns the id of a key server: a customer's, tested and active, or one that we may not call. */
  createKeyServer: (name: string, customers?: CustomerKeyServer) => Promise<string>;
  /** Creates a video and sends its file; returns its key. */
  upload: (projectKey: string, title: string, path: string) => Promise<string>;
  /** Creates videos whose files never come; returns their keys. */
  createVideos: (projectKey: string, videos: readonly NewVideo[]) => Promise<string[]>;
  video: (key: string) => Promise<Video>;
  renameVideo: (key: string, title: string) => Promise<void>;
  /** Ends its encoding, too. */
  removeVideo: (key: string) => Promise<void>;
  jobs: (key: string) => Promise<VideoJobs>;
  untilReady: (key: string) => Promise<Video>;
  /** Returns once viewers get it. */
  protect: (key: string, drmModel: DrmModel) => Promise<void>;
  /** Has uploads from now on protected before anybody sees them. */
  protectNewVideos: () => Promise<void>;
  /** Returns the id of a player of this colour. */
  createPlayer: (name: string, color: string) => Promise<string>;
  /** Returns the id by which addresses name the key. */
  createSigningKey: () => Promise<string>;
  /** Any other write; returns its answer. */
  write: (method: 'POST' | 'PUT', path: string, body: object) => Promise<unknown>;
  /** The language that the console has after the next sign-in. */
  setLanguage: (lang: Lang) => Promise<void>;
};

/** Signs in as the first account and works with a personal token. */
export async function openApi({ consoleUrl, admin, team }: Product): Promise<Api> {
  const json = { 'content-type': 'application/json', 'x-team': team };
  const send = async (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    headers: object,
  ) => {
    const options = { method, headers: { ...json, ...headers }, body: JSON.stringify(body) };
    return good(await fetch(consoleUrl + path, options));
  };
  const post = (path: string, body: unknown, headers: object) => send('POST', path, body, headers);
  const signedIn = await post('/api/auth/v1/sign-in', admin, { origin: consoleUrl });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const made = await post(
    '/api/v1/personal-tokens',
    { name: 'e2e' },
    { cookie, origin: consoleUrl },
  );
  const { token } = (await made.json()) as { token: string };
  const bearer = { authorization: `Bearer ${token}` };

  const get = async <T>(path: string) => {
    const headers = { ...bearer, 'x-team': team };
    const answer = await good(await fetch(consoleUrl + path, { headers }));
    return (await answer.json()) as T;
  };
  const create = async (projectKey: string, named: readonly NewVideo[], source: object) => {
    const videos = named.map((one) => ({ ...one, source }));
    const answer = await post('/api/v1/videos', { projectKey, videos }, bearer);
    return ((await answer.json()) as { key: string }[]).map(({ key }) => key);
  };
  const video = (key: string) => get<Video>(`/api/v1/videos/${key}`);
  const untilVod = (key: string, what: string, isSo: (vod: Video['vod']) => boolean) =>
    until(
      `video ${key} to be ${what}`,
      async () => {
        const found = await video(key);
        return isSo(found.vod) && found;
      },
      { seconds: 90, everyMs: 300 },
    );
  return {
    token,
    jobs: (key) => get(`/api/encoding/v1/videos/${key}/jobs`),
    presets: async () => (await get<{ data: Preset[] }>(PRESETS_PATH)).data,
    copyPreset: async (preset, changes) => {
      const { id: _id, isSystem: _system, isInUse: _used, ...input } = { ...preset, ...changes };
      const { createdAt: _created, updatedAt: _updated, ...body } = input;
      return (await (await post(PRESETS_PATH, body, bearer)).json()) as Preset;
    },
    renameVideo: async (key, title) => {
      await send('PUT', `/api/v1/videos/${key}`, { title }, bearer);
    },
    removeVideo: async (key) => {
      await send('DELETE', `/api/v1/videos/${key}`, {}, bearer);
    },
    createProject: async (input) => {
      const answer = await post('/api/v1/projects', input, bearer);
      return ((await answer.json()) as { key: string }).key;
    },
    protectNewVideos: async () => {
      const headers = { ...bearer, 'x-team': team };
      const path = '/api/v1/playback-channels';
      const answer = await good(await fetch(consoleUrl + path, { headers }));
      const [channel] = ((await answer.json()) as { data: { id: string }[] }).data;
      const body = { defaultDrmModelForNonClassicDelivery: 'clearKey' };
      await send('PUT', `${path}/${channel?.id}/default-drm-model`, body, bearer);
    },
    createPlayer: async (name, color) => {
      const answer = await post('/api/v1/players', { name, options: { color } }, bearer);
      return ((await answer.json()) as { id: string }).id;
    },
    createSigningKey: async () => {
      const answer = await post('/api/v1/url-signing-keys', {}, bearer);
      return ((await answer.json()) as { keyId: string }).keyId;
    },
    createOverlay: async (name, picture) => {
      const form = new FormData();
      const fields = { name, position: 'topRight', sizePercent: '25', opacityPercent: '80' };
      for (const [field, value] of Object.entries({ ...fields, marginPercent: '3' })) {
        form.append(field, value);
      }
      form.append('image', await openAsBlob(picture, { type: 'image/png' }), basename(picture));
      const headers = { ...bearer, 'x-team': team };
      const address = `${consoleUrl}/api/encoding/v1/overlay-presets`;
      const answer = await good(await fetch(address, { method: 'POST', headers, body: form }));
      return ((await answer.json()) as { id: string }).id;
    },
    createKeyServer: async (name, customers) => {
      const {
        encodingEndpoint = 'https://127.0.0.1/encoding',
        playbackEndpoint = 'https://127.0.0.1/playback',
      } = customers ?? {};
      const encryption = {
        encodingEncryptionKeyRequestApiEndpoint: encodingEndpoint,
        playbackEncryptionKeyRequestApiEndpoint: playbackEndpoint,
      };
      const secrets = customers && {
        encoderSecret: customers.encoderSecret,
        tokenSecret: customers.tokenSecret,
      };
      const path = '/api/v1/key-server';
      const answer = await post(path, { name, encryption, ...secrets }, bearer);
      const { id } = (await answer.json()) as { id: string };
      if (customers) {
        await post(`${path}/${id}/test`, {}, bearer);
        await send('PUT', `${path}/${id}/active`, {}, bearer);
      }
      return id;
    },
    createVideos: (projectKey, videos) => create(projectKey, videos, WAITING),
    upload: async (projectKey, title, path) => {
      const { size } = await stat(path);
      const source = { type: 'video/mp4', size, fileName: basename(path) };
      const [key = ''] = await create(projectKey, [{ title }], source);
      await sendFile(consoleUrl, path, { size, key, headers: { ...bearer, 'x-team': team } });
      return key;
    },
    video,
    write: async (method, path, body) => (await send(method, path, body, bearer)).json(),
    setLanguage: async (lang) => {
      await send('PUT', '/api/auth/v1/me/language', { lang }, bearer);
    },
    untilReady: (key) =>
      untilVod(key, 'ready', ({ processingInfo }) => processingInfo.state === 'completed'),
    protect: async (key, drmModel) => {
      const { vod } = await video(key);
      await send('PUT', `/api/v1/videos/${key}/vods/${vod.id}/drm-model`, { drmModel }, bearer);
      await untilVod(key, drmModel, (now) => now.drmModel === drmModel);
    },
  };
}

type Sending = { size: number; key: string; headers: Record<string, string> };

async function sendFile(consoleUrl: string, path: string, { size, key, headers }: Sending) {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = { filename: basename(path), filetype: 'video/mp4', videoKey: key };
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const created = await good(
    await fetch(consoleUrl + TUS_PATH, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${base64(value)}`)
          .join(','),
      },
    }),
  );
  const address = new URL(created.headers.get('location') ?? '', consoleUrl + TUS_PATH);
  await good(
    await fetch(address, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(size),
      },
      body: Readable.toWeb(createReadStream(path)) as ReadableStream,
      duplex: 'half',
    }),
  );
}

async function good(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`${answer.status} ${answer.url}: ${await answer.text()}`);
}
