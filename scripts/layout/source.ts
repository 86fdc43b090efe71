import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** Every file of the repository that people write: path from the root → text. */
export type Tree = ReadonlyMap<string, string>;

/** A broken rule and what to do instead. */
export type Fault = { path: string; line?: number; message: string };

export type Rule = (tree: Tree) => Fault[];

const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'var', '.git']);
const BINARY = /\.(png|jpe?g|webp|avif|ico|woff2?|mp4|mmdb)$/;

export async function readTree(root: string): Promise<Tree> {
  const paths = await listFiles(root, '');
  const texts = await Promise.all(
    paths.map(async (path) => (BINARY.test(path) ? '' : await readFile(join(root, path), 'utf8'))),
  );
  return new Map(paths.map((path, at) => [path, texts[at] ?? '']));
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = posix.join(folder, entry.name);
    if (SKIPPED.has(entry.name)) return [];
    if (entry.isDirectory()) return await listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(lists)).flat();
}

export function isCode(path: string): boolean {
  return /\.(ts|tsx|mts|mjs|js)$/.test(path);
}

/**
 * Tests (`*.test.ts`), files that only they import (`test-*.ts`) and programs beside the product may reach
 * further than the product.
 */
export function isShipped(path: string): boolean {
  return !/\.test\.[a-z]+$|\/test-[^/]+$|^(e2e|bench|scripts|docs)\//.test(path);
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A file in a feature folder, taken apart; null elsewhere. */
export type FeatureFile = {
  app: 'server' | 'console';
  feature: string;
  /** The word of the closed vocabulary that it should be: `actions` for `actions/publish.ts`. */
  kind: string;
  /** Path inside the feature folder. */
  rest: string;
};

export function featureFile(path: string): FeatureFile | null {
  const match = /^(server|console)\/src\/features\/([^/]+)\/(.+)$/.exec(path);
  const [, app, feature, rest] = match ?? [];
  if (!app || !feature || !rest) return null;
  const kind = (rest.split('/')[0] ?? '').replace(/\..*$/, '');
  return { app: app === 'server' ? 'server' : 'console', feature, kind, rest };
}
