import assert from 'node:assert/strict';
import { checkLayout } from '../check-layout.ts';

/** The smallest tree in which no rule finds a fault. */
const SOUND = {
  'README.md': 'See [the map](docs/architecture.md) and https://example.org.',
  'docs/architecture.md': '# Map',
  'contract/src/videos.ts': `import { z } from 'zod';\nexport const video = z.object({});`,
  'contract/src/errors.ts': 'export const errors = {};',
  'server/src/migrations/0001-videos.sql': 'create table videos ();',
  'server/src/base/config.ts': 'export const port = process.env.PORT;',
  'egress/src/egress.ts': `import { fetch } from 'undici';\nexport const send = () => fetch('x');`,
  'server/src/base/http.ts': 'export const http = 1;',
  'server/src/features/videos/routes.ts': `import { http } from '../../base/http.ts';\nimport { listVideos } from './queries.ts';\nimport { video } from '@kinora/contract/videos';\nexport const routes = [http, listVideos, video];`,
  'server/src/features/videos/queries.ts': `export const listVideos = (db: Db) => db.selectFrom('videos');`,
  'server/src/features/videos/queries.test.ts': `import { routes } from './routes.ts';`,
  'server/src/features/videos/actions/delete.ts': `export const remove = (tx: Tx) => [tx.deleteFrom('videos'), announce(tx, deleted)];`,
  'server/src/start/all.ts': `import { spawn } from 'node:child_process';`,
  'server/src/start/worker.ts': `import { listVideos } from '../features/videos/queries.ts';`,
  'console/src/features/videos/routes.tsx': `import { useVideos } from './data.ts';\nimport { paths } from '../../paths.ts';`,
  'console/src/features/videos/data.ts': `import type { video } from '@kinora/contract/videos';\nexport const useVideos = () => 1;`,
  'console/src/features/videos/pages/list.tsx': 'export const List = () => <p>ok</p>;',
  'console/src/paths.ts': 'export const paths = {};',
  'media/src/encode.ts': `import { spawn } from 'node:child_process';\nimport type { errors } from '@kinora/contract/errors';`,
};

/** The messages for a sound tree with these files put in. */
export function faultsWith(files: Record<string, string>): string[] {
  const faults = checkLayout(new Map(Object.entries({ ...SOUND, ...files })));
  return faults.map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`);
}

export function assertFault(files: Record<string, string>, expected: RegExp): void {
  const faults = faultsWith(files);
  assert.equal(faults.length, 1, `one fault was expected:\n${faults.join('\n')}`);
  assert.match(faults[0] ?? '', expected);
}

/** A feature of the sound tree. */
export const videos = 'server/src/features/videos';
