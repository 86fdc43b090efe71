// `npm test`: installs what is missing, then runs every check and test, or only the given paths. With
// `--record` it writes down what the files took, by which later runs are planned.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStaleApps } from './build.mjs';
import { runChecks } from './check.mjs';
import { installPackages, MissingError, root } from './install.mjs';
import { openDecoys } from './decoy-ports.mjs';
import { startSharedPostgres } from './shared-postgres.mjs';
import { planBundles, runQueue } from './test-queue.mjs';
import { readTimes, recordTimes } from './test-times.mjs';
import { watchIdleness } from './test-usage.mjs';
import { watchPlaces } from './watched-places.mjs';
import { findMissing, installSystemPackages } from './system-packages.mjs';
import { findRunningFile, findTestFiles, runTestFiles, stopRunningTests } from './test-files.mjs';

/** Only a hanging file takes so long. */
const timeoutMs = 15 * 60_000;
/** The number of slowest files that are listed at the end. */
const shownFiles = 10;
const systemPackages = [
  'ffmpeg',
  'bubblewrap',
  'chromium',
  'nginx',
  'openssl',
  'pgbouncer',
  'fonts-thai-tlwg',
  'fonts-noto-core',
];
/**
 * Without rights to install one, the tests that need it are skipped, and say how to have it; those of
 * browsers take the full Chromium then.
 */
const optionalPackages = [
  'chromium-headless-shell',
  'kubernetes-client',
  'python3-swift',
  'php-cli',
  'python3',
  'golang-go',
];
/** A test must never meet the database or the keys of the person who runs it. */
const ownSettings = [
  'PORT',
  'EDGE_PORT',
  'HOST',
  'PUBLIC_URL',
  'EDGE_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_POOLING',
  'STORAGE_URL',
  'SMTP_URL',
  'SECRET_KEY',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'TEAM',
  'SAMPLE',
  'TRUSTED_PROXIES',
  'GEO_DATABASE',
  'NGINX_SOCKET',
  'ROLES',
  'ALLOW_PRIVATE_NETWORKS',
  'ALLOW_NO_SANDBOX',
  'LOG_FORMAT',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'NODE_ENV',
  'NODE_OPTIONS',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopRunningTests();
    process.exit(130);
  });
}

const mustRecord = process.argv[2] === '--record';
const paths = process.argv.slice(mustRecord ? 3 : 2);
const totals = { passed: 0, skipped: 0, failures: [], results: [] };
try {
  await prepare();
  await testAll();
} catch (error) {
  if (error instanceof MissingError) addFailure(error.message, '', '');
  else addFailure('the run itself', '', error.stack);
}
summarise();

async function prepare() {
  const unknown = paths.filter((path) => !existsSync(join(root, path)));
  if (unknown.length > 0) throw new MissingError(`There is no ${unknown.join(', ')}.`);
  // First, as a person may have to do it: packages take a minute.
  installSystemPackages(systemPackages, optionalPackages);
  installPackages();
  const left = findMissing(optionalPackages);
  if (left.length > 0) {
    console.log(
      `Some tests are skipped or slower: run "sudo apt-get install -y ${left.join(' ')}" for them.`,
    );
  }
}

async function testAll() {
  for (const app of await buildStaleApps()) addFailure('build', app, 'vite says why above');
  if (paths.length === 0) {
    for (const { name, ok, output } of await runChecks()) {
      if (ok) totals.passed += 1;
      else addFailure('check', name, output);
    }
  }
  const files = findTestFiles(root, paths.length > 0 ? paths : ['.']);
  const needsDatabase = files.some(({ file }) => /^(server|e2e)\//.test(file));
  const postgres = needsDatabase ? await startSharedPostgres() : undefined;
  const unset = Object.fromEntries(ownSettings.map((name) => [name, undefined]));
  // Without a locale Chromium can't open files with Thai names.
  const env = {
    ...unset,
    LC_ALL: 'C.UTF-8',
    TEST_DATABASE_URL: postgres?.url,
    TEST_SHARED_DIR: makeSharedFolder(),
  };
  const cores = availableParallelism();
  const bundles = planBundles(root, files, readTimes(), cores);
  const findStrays = watchPlaces(root);
  // On a person's machine they would be in the way of `npm start`.
  const decoys = process.env.CI ? await openDecoys(findRunningFile) : undefined;
  const readIdleShare = watchIdleness();
  await runQueue(bundles, cores, async (bundle) => {
    for (const result of await runTestFiles(root, bundle.files, { timeoutMs, env })) take(result);
  });
  if (files.length > shownFiles) printTimes(readIdleShare());
  if (mustRecord) recordTimes(totals.results);
  await postgres?.stop();
  for (const { file, what } of decoys?.stop() ?? []) addFailure(file, `asked ${what}`, '');
  const strays = [...findStrays(), ...(postgres?.findStrays() ?? [])];
  for (const path of strays) addFailure('the run itself', `left ${path} behind`, '');
}

/** Makes the folder where test files keep what others need as well; it goes with the run. */
function makeSharedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-shared-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function take(result) {
  totals.passed += result.passed;
  totals.skipped += result.skipped;
  totals.results.push(result);
  print(result);
  for (const { name, error } of result.failures) addFailure(result.file, name, error);
}

function print({ file, passed, failures, durationMs }) {
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  if (failures.length === 0) console.log(`ok    ${file}  ${passed} passed  ${time}`);
  else console.log(`FAIL  ${file}  ${passed} passed, ${failures.length} failed  ${time}`);
  // The end lists failures in full; this is for people who watch, or a log that is cut off.
  for (const { name, error } of failures) console.log(`      ${name}: ${error.split('\n', 1)[0]}`);
}

function printTimes(idleShare) {
  const slowest = totals.results.toSorted((a, b) => b.durationMs - a.durationMs);
  console.log('\nThe slowest files:');
  for (const { file, durationMs, cpuMs, peakBytes } of slowest.slice(0, shownFiles)) {
    const [all, busy] = [durationMs, cpuMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
    console.log(`      ${all}, ${busy} of CPU, ${Math.round(peakBytes / 1_000_000)} MB  ${file}`);
  }
  console.log(`The cores were idle for ${Math.round(100 * idleShare)} % of the time.`);
}

function addFailure(file, name, error) {
  totals.failures.push({ file, name, error });
}

function summarise() {
  const { passed, skipped, failures } = totals;
  for (const { file, name, error } of failures) {
    console.log(`\nFAIL  ${[file, name].filter(Boolean).join(': ')}`);
    if (error) console.log(error.trimEnd().replaceAll(/^/gm, '      '));
  }
  if (skipped > 0) console.log(`\n${skipped} skipped`);
  if (passed === 0 && failures.length === 0) console.log('\nNo test ran.');
  console.log(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
}
