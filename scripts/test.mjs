// `npm test`: installs what is missing, then runs every check and test, or only the given paths.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildStaleApps } from './build.mjs';
import { runChecks } from './check.mjs';
import { installPackages, MissingError, root } from './install.mjs';
import { openDecoys } from './decoy-ports.mjs';
import { watchPlaces } from './watched-places.mjs';
import { findMissing, installSystemPackages } from './system-packages.mjs';
import {
  findRunningFile,
  findTestFiles,
  runTestFile,
  startSharedPostgres,
  stopRunningTests,
} from './test-files.mjs';

const unitTimeoutMs = 5 * 60_000;
const browserTimeoutMs = 10 * 60_000;
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
/** Without rights to install it, the tests that need it are skipped, and say how to have it. */
const optionalPackages = ['kubernetes-client', 'python3-swift', 'php-cli', 'python3', 'golang-go'];
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

const paths = process.argv.slice(2);
const totals = { passed: 0, skipped: 0, failures: [] };
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
      `Some tests are skipped: run "sudo apt-get install -y ${left.join(' ')}" for them.`,
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
  const env = { ...unset, LC_ALL: 'C.UTF-8', TEST_DATABASE_URL: postgres?.url };
  const unit = files.filter((test) => !test.inBrowser);
  const browser = files.filter((test) => test.inBrowser);
  const findStrays = watchPlaces(root);
  // On a person's machine they would be in the way of `npm start`.
  const decoys = process.env.CI ? await openDecoys(findRunningFile) : undefined;
  await runFiles(unit, 2, { timeoutMs: unitTimeoutMs, env });
  await runFiles(browser, 2, { timeoutMs: browserTimeoutMs, env });
  await postgres?.stop();
  for (const { file, what } of decoys?.stop() ?? []) addFailure(file, `asked ${what}`, '');
  const strays = [...findStrays(), ...(postgres?.findStrays() ?? [])];
  for (const path of strays) addFailure('the run itself', `left ${path} behind`, '');
}

async function runFiles(files, atOnce, options) {
  const waiting = [...files];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runTestFile(root, next.file, options);
      totals.passed += result.passed;
      totals.skipped += result.skipped;
      print(result);
      for (const { name, error } of result.failures) addFailure(result.file, name, error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function print({ file, passed, failures, durationMs }) {
  const time = `${(durationMs / 1000).toFixed(1)} s`;
  if (failures.length === 0) console.log(`ok    ${file}  ${passed} passed  ${time}`);
  else console.log(`FAIL  ${file}  ${passed} passed, ${failures.length} failed  ${time}`);
  // In full at the end; here for whoever watches, or sees the log cut off.
  for (const { name, error } of failures) console.log(`      ${name}: ${error.split('\n', 1)[0]}`);
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
