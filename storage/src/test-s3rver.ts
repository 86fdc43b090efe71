import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver from 's3rver';

/** Starts s3rver, a store that others wrote, with these buckets; `env` has the keys that it takes. */
export async function startS3rver(buckets: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-s3rver-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  waitForFiles(server);
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    close: async (): Promise<void> => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Lets a server answer a PUT only when the file is whole. s3rver by itself answers once the last
 * byte was handed to the file's stream, so on a busy machine a read right behind finds a part of
 * the object or nothing, which no store that we support does.
 */
function waitForFiles({ store }: S3rver): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await writeWhole(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  store.putPart = async (bucket, uploadId, part, content) => {
    const uploads = store.getResourcePath(bucket, undefined, 'uploads');
    const path = join(uploads, uploadId, String(part));
    const written = await writeWhole(path, content);
    await writeFile(`${path}.md5`, written.md5);
    return written;
  };
}

let writes = 0;

async function writeWhole(path: string, content: Readable) {
  writes += 1;
  const fresh = `${path}.${writes}`;
  const md5 = createHash('md5');
  let size = 0;
  await mkdir(dirname(path), { recursive: true });
  await pipeline(
    content,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        md5.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(fresh),
  );
  await rename(fresh, path);
  return { size, md5: md5.digest('hex') };
}
