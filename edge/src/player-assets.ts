import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { cacheText, type CachedText, type CodedText } from './cached-text.ts';

/** The player's built files, in memory: a name that is not among them reaches no file system. */
export type PlayerAssets = {
  files: ReadonlyMap<string, PlayerFile>;
  /** The player; the embed page loads nothing else. */
  embed: Entry;
  /** The watch page around it. */
  watch: Entry;
  /** The frame in which ads play. */
  adFrame: Entry;
};

/** The files that a page loads, as paths below `/player/`. */
type Entry = { script: string; styles: string[] };

export type PlayerFile = {
  contentType: string;
  text: CachedText;
  /** The name carries a hash of the content. */
  immutable: boolean;
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const WORTH_ZIPPING = new Set(['.js', '.css', '.svg']);
/** Smallest first. */
const CODED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const HASHED = /-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

// vite's build.manifest
const ViteManifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type ViteManifest = z.infer<typeof ViteManifest>;

/** Reads `player/dist`. Rejects when the player has not been built there. */
export async function loadPlayerAssets(folder: string): Promise<PlayerAssets> {
  const manifests = await Promise.all(MANIFESTS.map((name) => readManifest(folder, name)));
  const manifest = Object.fromEntries(manifests.flatMap((each) => Object.entries(each)));
  const findEntry = (name: string): Entry => {
    const entry = manifest[name];
    if (!entry) throw new Error(`the player in ${folder} has no entry ${name}`);
    return { script: entry.file, styles: listStyles(manifest, name) };
  };
  const [embed, watch] = [findEntry('src/embed.ts'), findEntry('src/watch.ts')];
  const adFrame = findEntry('src/ads/frame/frame.ts');
  const files = new Map<string, PlayerFile>();
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    const contentType = CONTENT_TYPES[extname(found.name)];
    if (!found.isFile() || contentType === undefined) continue;
    files.set(relative(folder, path).split(sep).join('/'), await readPlayerFile(path, contentType));
  }
  return { files, embed, watch, adFrame };
}

/** The manifests of the pages' build and of the ad frame's, which is separate. */
const MANIFESTS = ['manifest.json', 'ads-manifest.json'];

async function readManifest(folder: string, name: string): Promise<ViteManifest> {
  try {
    const text = await readFile(join(folder, name), 'utf8');
    return ViteManifest.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`the player is not built in ${folder}`, { cause: error });
  }
}

/** Lists the styles of the entry and of its static imports; a chunk's own are listed with it. */
function listStyles(manifest: ViteManifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  const imported = chunk.imports.flatMap((next) => listStyles(manifest, next, seen));
  return [...new Set([...imported, ...chunk.css])];
}

async function readPlayerFile(path: string, contentType: string): Promise<PlayerFile> {
  const isWorthZipping = WORTH_ZIPPING.has(extname(path));
  const coded = isWorthZipping ? await readCoded(path) : [];
  const text = await cacheText(await readFile(path), isWorthZipping, coded);
  return { contentType, text, immutable: HASHED.test(path) };
}

/** Reads the compressed forms that the build has made of a file. */
async function readCoded(path: string): Promise<CodedText[]> {
  const forms = await Promise.all(
    CODED.map(async ([coding, end]) => {
      const bytes = await readIfThere(`${path}${end}`);
      return bytes ? [{ coding, bytes }] : [];
    }),
  );
  return forms.flat();
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
