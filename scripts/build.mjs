import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { once } from 'node:events';
import { pinnedEnv, pinnedNode, readIfThere, root, writeMark } from './install.mjs';

/** Each app with what builds it, in order: the first one empties `dist`. */
const APPS = {
  console: ['vite.config.ts'],
  player: ['vite.config.ts', 'vite.component.config.ts', 'vite.ads.config.ts'],
};
/** These end up in a bundle besides the app's own folder. */
const SHARED_SOURCES = ['contract', 'i18n', 'player', 'package-lock.json', 'tsconfig.base.json'];

/**
 * Builds the browser apps whose sources changed since their last build.
 *
 * @returns {Promise<string[]>} the apps that failed; vite has said why
 */
export async function buildStaleApps() {
  const results = await Promise.all(
    Object.keys(APPS).map(async (app) => [app, await buildIfStale(app)]),
  );
  return results.filter(([, ok]) => !ok).map(([app]) => app);
}

async function buildIfStale(app) {
  const mark = join(root, app, 'dist/.sources');
  const hash = hashSources(root, [app, ...SHARED_SOURCES]);
  if (readIfThere(mark) === hash) return true;
  console.log(`Building the ${app}…`);
  for (const config of APPS[app]) if (!(await build(app, config, hash))) return false;
  compressTexts(join(root, app, 'dist'));
  // vite empties dist first, so a build that was cut short leaves no mark.
  writeMark(mark, hash);
  return true;
}

async function build(app, config, hash) {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['--config', config, '--configLoader', 'native', '--logLevel', 'warn'];
  const child = spawn(pinnedNode, [vite, 'build', ...options], {
    cwd: join(root, app),
    // The console's code lies in a folder of this name.
    env: pinnedEnv({ NODE_ENV: 'production', KINORA_BUILD: hash.slice(0, 8) }),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Compresses as hard as can be, since the server sends these files as they are. */
export function compressTexts(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|html)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    if (bytes.length < 1024) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
  }
}

/** One hash over the names and contents of all files in `paths` that can reach a bundle. */
export function hashSources(folder, paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((top) => listFiles(folder, top)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(folder, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    if (/\.test\.tsx?$/.test(entry.name)) return [];
    return listFiles(folder, join(path, entry.name));
  });
}
