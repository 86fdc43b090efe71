import Uppy from '@uppy/core';
import Tus from '@uppy/tus';
import { Upload } from 'tus-js-client';
import type { Clients, Sending } from './foreign-clients.ts';

// Runs in the browser, in a page of a customer's site: the clients as their documentation has them.

const CHUNK_SIZE = 100_000;
const headersOf = ({ token }: Sending) => ({ authorization: `Bearer ${token}` });
const fileOf = ({ bytes }: Sending) =>
  new File([new Uint8Array(bytes).fill(7)], 'clip.mp4', { type: 'video/mp4' });

async function byUppy(sending: Sending): Promise<string> {
  const { endpoint, videoKey } = sending;
  const uppy = new Uppy().use(Tus, {
    endpoint,
    headers: headersOf(sending),
    chunkSize: CHUNK_SIZE,
  });
  const file = fileOf(sending);
  uppy.addFile({ name: file.name, type: file.type, data: file, meta: { videoKey } });
  const { successful, failed } = (await uppy.upload()) ?? {};
  if (failed?.[0]) throw new Error(failed[0].error ?? 'failed');
  return successful?.[0]?.uploadURL ?? '';
}

function upload(sending: Sending, options: object): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const { endpoint, videoKey } = sending;
    const client: Upload = new Upload(fileOf(sending), {
      endpoint,
      chunkSize: CHUNK_SIZE,
      headers: headersOf(sending),
      retryDelays: null,
      metadata: { videoKey, filename: 'clip.mp4', filetype: 'video/mp4' },
      onError: reject,
      onSuccess: () => resolve(client),
      onChunkComplete: () => resolve(client),
      ...options,
    });
    client.start();
  });
}

async function byTus(sending: Sending): Promise<string> {
  const first = await upload(sending, {});
  await first.abort();
  const uploadUrl = first.url ?? '';
  // Beyond the last chunk.
  await upload(sending, { endpoint: null, uploadUrl, onChunkComplete: null });
  return uploadUrl;
}

async function terminate(sending: Sending): Promise<string> {
  const client = await upload(sending, {});
  const address = client.url ?? '';
  await client.abort(true);
  return address;
}

Object.assign(globalThis, { clients: { byUppy, byTus, terminate } satisfies Clients });
