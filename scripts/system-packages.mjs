// The few programs that npm cannot bring: installed through apt where that is allowed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { MissingError } from './install.mjs';

/** Each Debian package has a check that it is there, and Homebrew's name if it has one. */
const packages = {
  ffmpeg: { isThere: () => isOnPath('ffmpeg') && isOnPath('ffprobe'), brew: 'ffmpeg' },
  bubblewrap: { isThere: () => process.platform !== 'linux' || isOnPath('bwrap') },
  chromium: { isThere: () => isOnPath('chromium'), brew: 'chromium' },
  // Elsewhere than in Debian's packages it has other names: tests do with `chromium`.
  'chromium-headless-shell': {
    isThere: () => process.platform !== 'linux' || isOnPath('chromium-headless-shell'),
  },
  // Outside the usual search path of people, not of root.
  nginx: { isThere: () => isOnPath('nginx') || isExecutable('/usr/sbin/nginx'), brew: 'nginx' },
  openssl: { isThere: () => isOnPath('openssl'), brew: 'openssl' },
  wrk: { isThere: () => isOnPath('wrk'), brew: 'wrk' },
  'util-linux': { isThere: () => isOnPath('taskset') },
  pgbouncer: {
    isThere: () => isOnPath('pgbouncer') || isExecutable('/usr/sbin/pgbouncer'),
    brew: 'pgbouncer',
  },
  'fonts-thai-tlwg': { isThere: () => hasFonts('truetype/tlwg') },
  'fonts-noto-core': { isThere: () => hasFonts('truetype/noto') },
  // Run the examples of docs/signed-urls.md.
  'php-cli': { isThere: () => isOnPath('php'), brew: 'php' },
  python3: { isThere: () => isOnPath('python3'), brew: 'python3' },
  'golang-go': { isThere: () => isOnPath('go'), brew: 'go' },
  // Renders deploy/kubernetes.
  'kubernetes-client': { isThere: () => isOnPath('kubectl'), brew: 'kubernetes-cli' },
  // The library alone: the packages of its servers would start services.
  'python3-swift': { isThere: () => process.platform !== 'linux' || hasPythonModule('swift') },
};

/** Says which of these Debian packages this machine lacks. */
export function findMissing(names) {
  return names.filter((name) => !packages[name].isThere());
}

/**
 * Installs what is missing of `names` and `optional`, or throws the one line that says how a
 * person does it. Without rights, missing optional ones are left out in silence.
 */
export function installSystemPackages(names, optional = []) {
  const wanted = findMissing([...names, ...optional]);
  if (wanted.length === 0) return;
  const prefix = aptPrefix();
  if (prefix) {
    console.log(`Installing ${wanted.join(', ')}…`);
    aptInstall(prefix, wanted, findMissing(names));
  }
  const missing = findMissing(names);
  if (missing.length > 0) throw new MissingError(howToInstall(missing, wanted));
}

/** Returns the prefix of apt-get, or undefined where we may not use it. */
function aptPrefix() {
  if (!isOnPath('apt-get')) return undefined;
  if (process.getuid() === 0) return ['env'];
  const mayBecomeRoot = isOnPath('sudo') && run(['sudo', '-n', 'true'], 'ignore');
  return mayBecomeRoot ? ['sudo', '-n', 'env'] : undefined;
}

function aptInstall(prefix, wanted, needed) {
  const apt = [
    ...prefix,
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-qq',
    '-o',
    'DPkg::Lock::Timeout=120',
  ];
  const install = (names) => [...apt, 'install', '-y', '--no-install-recommends', ...names];
  // A fresh image has no package lists, an old one lists files that are gone: only then update.
  if (run(install(wanted), 'ignore')) return;
  run([...apt, 'update'], 'inherit');
  // One name that a distribution doesn't know is enough for apt to install none.
  if (run(install(wanted), 'inherit') || needed.length === 0) return;
  run(install(needed), 'inherit');
}

function howToInstall(missing, wanted) {
  const needs = `Kinora needs ${missing.join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not installed here: `;
  if (process.platform === 'darwin') {
    const brews = missing.map((name) => packages[name].brew).filter(Boolean);
    return `${needs}run "brew install ${brews.join(' ')}" and try again.`;
  }
  if (isOnPath('apt-get')) {
    return `${needs}run "sudo apt-get install -y ${wanted.join(' ')}" and try again.`;
  }
  return `${needs}install it with the system's package manager and try again.`;
}

function run([command, ...args], output) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', output, output] });
  return status === 0;
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(':').some((folder) => isExecutable(join(folder, command)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasPythonModule(name) {
  return existsSync(join('/usr/lib/python3/dist-packages', name));
}

// Elsewhere than on Linux the system brings Thai fonts.
function hasFonts(folder) {
  return process.platform !== 'linux' || existsSync(join('/usr/share/fonts', folder));
}
