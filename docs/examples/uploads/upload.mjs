// Uploads a file: node upload.mjs FILE PROJECT, with KINORA and KINORA_TOKEN set
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const { KINORA, KINORA_TOKEN } = process.env;
const PIECE_BYTES = 16 * 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { 'content-type': 'application/offset+octet-stream' };

async function call(path, { headers = {}, ...request } = {}) {
  const answer = await fetch(new URL(path, KINORA), {
    ...request,
    headers: { authorization: `Bearer ${KINORA_TOKEN}`, ...headers },
  });
  if (answer.ok) return answer;
  throw Object.assign(new Error(await answer.text()), { status: answer.status });
}

async function createVideo(projectKey, fileName, size) {
  const source = { type: 'video/mp4', size, fileName };
  const answer = await call('/api/v1/videos', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectKey, videos: [{ title: fileName, source }] }),
  });
  const [video] = await answer.json();
  return video.key;
}

/** Sends what is missing; after a break the server says how far it is. */
async function send(file, size, upload) {
  const head = await call(upload, { method: 'HEAD', headers: TUS });
  let offset = Number(head.headers.get('upload-offset'));
  while (offset < size) {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(PIECE_BYTES),
      0,
      PIECE_BYTES,
      offset,
    );
    if (bytesRead === 0) throw new Error('The file has become shorter');
    const answer = await call(upload, {
      method: 'PATCH',
      headers: { ...TUS, ...BYTES, 'upload-offset': String(offset) },
      body: buffer.subarray(0, bytesRead),
    });
    offset = Number(answer.headers.get('upload-offset'));
  }
}

/** No use in trying again: the answer would be the same. 409 and 423 pass by themselves. */
const isFinal = ({ status = 0 }) => status >= 400 && status < 500 && ![409, 423].includes(status);

const [path, projectKey] = process.argv.slice(2);
const file = await open(path);
const { size } = await file.stat();
const key = await createVideo(projectKey, basename(path), size);
const created = await call('/api/upload/v1/tus/videos/', {
  method: 'POST',
  headers: {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': `videoKey ${Buffer.from(key).toString('base64')}`,
  },
});
for (let attempt = 1; ; attempt += 1) {
  try {
    await send(file, size, created.headers.get('location'));
    break;
  } catch (error) {
    if (isFinal(error) || attempt === 10) throw error;
    await wait(5000);
  }
}
await file.close();
const video = await (await call(`/api/v1/videos/${key}`)).json();
console.log(video.watchUrl);
