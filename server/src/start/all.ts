import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import {
  ConfigError,
  DEFAULT_ADMIN_EMAIL,
  readConfig,
  type Config,
  type Role,
} from '../base/config.ts';
import { hideSecrets } from '../base/log.ts';
import type { FirstSignIn } from '../bootstrap.ts';
import { closeDataFolder } from './data-folder.ts';
import { openDatabaseServer, type DatabaseServer } from './database.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { forkProgram, supervise, type Supervised } from './supervise.ts';

/** Lines for a person, among the JSON lines of the processes. */
function say(line: string) {
  console.log(hideSecrets(line));
}

/** EX_CONFIG of sysexits.h: only a change to the machine or its settings helps, no other try. */
const NOTHING_RUNS = 78;

/** A second Ctrl-C later than this is meant; npm passes the first one on twice. */
const SECOND_SIGNAL_MS = 1500;

async function main() {
  const config = readConfigOrExit();
  closeDataFolder(config.dataDir, say);
  const usesDatabase = config.roles.some((role) => role !== 'edge');
  const processes = config.roles.map((role) => supervise(role, say));
  // Loads while the database starts.
  const preparation = usesDatabase ? forkProgram('prepare') : null;
  let server: DatabaseServer | null = null;
  let ending: Promise<never> | null = null;
  const end = (code: number) => (ending ??= endAll(code));
  const endAll = async (code: number): Promise<never> => {
    preparation?.kill('SIGKILL');
    await Promise.all(processes.map((each) => each.stop()));
    await server?.stop();
    process.exit(code);
  };
  handleSignals(end, processes);
  if (process.argv.includes('--with-parent')) watchParent(() => void end(0));
  try {
    config.roles.forEach((role, index) => role === 'edge' && processes[index]?.begin(null));
    let signIn: FirstSignIn | null = null;
    if (preparation) {
      server = await openDatabaseServer(config, say, (url) => {
        config.roles.forEach((role, index) => role !== 'edge' && processes[index]?.begin(url));
      });
      const { url } = server;
      signIn = await prepare(preparation, url);
      config.roles.forEach((role, index) => role !== 'edge' && processes[index]?.begin(url));
    }
    const outcomes = await Promise.all(processes.map(({ ready }) => ready));
    const running = config.roles.filter((_, index) => outcomes[index] === 'ready');
    if (running.length === 0) await end(NOTHING_RUNS);
    greet(config, running, signIn);
  } catch (error) {
    if (ending) return;
    say(error instanceof Error ? error.message : String(error));
    await end(1);
  }
}

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(`Kinora does not start with these settings:\n${error.message}`);
    process.exit(1);
  }
}

function handleSignals(end: (code: number) => unknown, processes: Supervised[]) {
  let first = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (first === 0) {
        first = Date.now();
        say('Stopping …');
        void end(0);
      } else if (Date.now() - first > SECOND_SIGNAL_MS) {
        for (const each of processes) each.kill();
      }
    });
  }
}

/** The next start waits longer than that for the ports. */
const WATCH_PARENT_MS = 3000;

/**
 * npm passes SIGINT and SIGTERM on, but nothing when it is killed itself: the product would keep its
 * ports, and the next start would fail.
 */
function watchParent(stop: () => void) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, WATCH_PARENT_MS);
  timer.unref();
}

function prepare(
  program: ReturnType<typeof forkProgram>,
  databaseUrl: string,
): Promise<FirstSignIn | null> {
  return new Promise((resolve, reject) => {
    program.on('message', (message: FromProcess) => {
      if (message.type === 'prepared') resolve(message.signIn);
      if (message.type === 'unable') reject(new Error(message.reason));
    });
    program.once('exit', () => reject(new Error('The database could not be prepared.')));
    program.send({ type: 'begin', databaseUrl } satisfies ToProcess);
  });
}

/** Written last, so that no other output hides it: the addresses, and the first sign-in. */
function greet(config: Config, running: Role[], signIn: FirstSignIn | null) {
  const { roles, publicUrl, edgeUrl } = config;
  const style = (format: 'bold' | 'cyan', text: string) =>
    styleText(format, text, { stream: process.stdout });
  const lines: [string, string][] = [];
  if (roles.includes('api')) lines.push(['Console', style('cyan', publicUrl)]);
  if (roles.includes('edge')) lines.push(['Playback', style('cyan', edgeUrl)]);
  if (roles.includes('api')) lines.push(['API', style('cyan', `${publicUrl}/api/docs`)]);
  if (roles.includes('worker')) {
    const isRunning = running.includes('worker');
    lines.push(['Worker', isRunning ? 'waits for videos' : 'is not started: see above']);
  }
  if (roles.includes('api')) lines.push(...describeSignIn(config, signIn));
  const table = lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`.trimEnd());
  console.log(
    ['', style('bold', '  Kinora is running'), ...table, '', '  Ctrl-C stops it.', ''].join('\n'),
  );
}

function describeSignIn(
  { dataDir, adminEmail, secrets }: Config,
  signIn: FirstSignIn | null,
): [string, string][] {
  const kept = join(dataDir, 'first-sign-in.txt');
  if (signIn) {
    return [
      ['', ''],
      ['Sign in', signIn.email],
      ['Password', signIn.password],
      ['', `also kept in ${kept}`],
    ];
  }
  if (existsSync(kept)) return [['Sign in', `with what is kept in ${kept}`]];
  if (!secrets.adminPassword) return [];
  return [['Sign in', `as ${adminEmail ?? DEFAULT_ADMIN_EMAIL} with ADMIN_PASSWORD`]];
}

await main();
