// `npm run check` finds the faults that need no running product.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedEnv, pinnedNode, root } from './install.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);
const script = (name, ...args) => [pinnedNode, join(root, 'scripts', name), ...args];

/** Longest first: they share the machine's cores. */
const checks = [
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types', command: [bin('tsc'), '-p', '.'] },
  { name: 'types of the console', command: [bin('tsc'), '-p', 'console'] },
  { name: 'types of the player', command: [bin('tsc'), '-p', 'player'] },
  { name: 'dead code', command: [bin('knip')] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'layout', command: script('check-layout.ts') },
  { name: 'words', command: script('check-i18n.ts') },
  { name: 'generated files', command: script('generate.ts', '--check') },
  { name: 'API description', command: script('check-openapi.ts') },
];

/**
 * Runs all checks, prints a line for each and the output of the failing ones.
 *
 * @returns {Promise<{name: string, ok: boolean, output: string}[]>}
 */
export async function runChecks() {
  const waiting = [...checks];
  const results = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await runCheck(check);
      results.push(result);
      print(result);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

function runCheck({ name, command: [file, ...args] }) {
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd: root,
    env: pinnedEnv({ NO_COLOR: '1' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    const end = (ok) => resolve({ name, ok, output, durationMs: performance.now() - startedAt });
    child.on('error', (error) => {
      output += String(error);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function print({ name, ok, output, durationMs }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}  ${(durationMs / 1000).toFixed(1)} s`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '      '));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await runChecks();
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
