import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readRoleConfig, type Config, type Role } from '../base/config.ts';
import { openLog } from '../base/log.ts';
import { waitForBegin, notifySupervisor } from './messages.ts';

/** Ends a role; resolves when all of it has ended. */
export type Stop = () => Promise<void>;

/** This machine lacks what the role needs: it is not tried again, and other roles go on without it. */
export class RoleRefused extends Error {
  override name = 'RoleRefused';
}

/** Longest a role takes to end; the supervisor kills it some seconds later. */
const STOP_LIMIT_MS = 9000;

/**
 * The life of one process: waits for the supervisor's word, starts the role, ends it on SIGTERM
 * or when the supervisor is gone. A Ctrl-C reaches the whole group and is the supervisor's to
 * handle, so that processes end in order.
 */
export async function runRole(role: Role, start: (config: Config) => Promise<Stop>): Promise<void> {
  const log = openLog(role);
  const die = (error: unknown) => {
    log.fatal({ err: error }, 'process died');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  process.on('SIGINT', () => undefined);
  let stop: Stop = async () => undefined;
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    stop().then(() => process.exit(0), die);
  };
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  const { databaseUrl } = await waitForBegin();
  try {
    stop = await start(readRoleConfig(databaseUrl));
    notifySupervisor({ type: 'ready' });
  } catch (error) {
    if (error instanceof RoleRefused) notifySupervisor({ type: 'refused', reason: error.message });
    else if (error instanceof ConfigError)
      notifySupervisor({ type: 'unable', reason: error.message });
    else throw error;
  }
}

/** An earlier run's process leaves the port within moments, another program keeps it. */
const PORT_PATIENCE_MS = 10_000;

/**
 * Waits until the port can be listened on.
 *
 * @throws ConfigError naming the setting when another program holds the port, or it can't be opened
 */
export async function waitForPort(setting: string, host: string, port: number): Promise<void> {
  const end = Date.now() + PORT_PATIENCE_MS;
  while (true) {
    const code = await tryPort(host, port);
    if (code === null) return;
    if (code !== 'EADDRINUSE') throw new ConfigError(`${setting} ${port} on ${host}: ${code}`);
    if (Date.now() > end) {
      throw new ConfigError(`${setting} ${port} is taken by another program. Set another one.`);
    }
    await sleep(100);
  }
}

function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}
