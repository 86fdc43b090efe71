// Runs one attacker in a process of its own: node attack-program.ts <json>. It ends on its parent's message,
// or when its time or its requests are used up.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Requests without a pause, or so many in a second, over connections that are kept. */
type Requests = {
  type: 'requests';
  url: string;
  method: string;
  headers: Record<string, string>;
  bodyPath?: string;
  perSecond?: number;
  /** Each comes from another network, as a proxy states it. */
  isFromAnywhere?: boolean;
};

/** Connections that send a little now and then, and come back when they are closed. */
type Trickle = { type: 'trickle'; everyMs: number; senders: Sender[] };
type Sender = { port: number; first: string; more: string };

export type Attack = (Requests | Trickle) & { connections: number };
export type AttackReport = {
  /** of requests and, for those that trickle, of connections */
  count: number;
  seconds: number;
  cpuSeconds: number;
  statuses: Record<string, number>;
};

const MAX_SECONDS = 60;
const MAX_REQUESTS = 500_000;
const MAX_CONNECTIONS = 10_000;

const counted: AttackReport = { count: 0, seconds: 0, cpuSeconds: 0, statuses: {} };
const stop = new AbortController();

/** @returns a function that ends the attack and returns its report */
export async function startAttack(attack: Attack): Promise<() => Promise<AttackReport>> {
  const child = fork(import.meta.filename, [JSON.stringify(attack)]);
  const gone = once(child, 'exit');
  const reported = once(child, 'message') as Promise<[AttackReport]>;
  await once(child, 'spawn');
  return async () => {
    // The process may have ended by itself, which is fine too.
    if (child.connected) child.send('end', () => undefined);
    const [report] = await reported;
    await gone;
    return report;
  };
}

if (import.meta.main) await attackUntilStopped(JSON.parse(process.argv[2] ?? '') as Attack);

async function attackUntilStopped(attack: Attack): Promise<void> {
  process.once('message', () => stop.abort());
  process.once('disconnect', () => stop.abort());
  setTimeout(() => stop.abort(), MAX_SECONDS * 1000).unref();
  const startedMs = performance.now();
  if (attack.type === 'requests') await sendRequests(attack);
  else await trickle(attack);
  const { user, system } = process.cpuUsage();
  const seconds = (performance.now() - startedMs) / 1000;
  const report = { ...counted, seconds, cpuSeconds: (user + system) / 1e6 };
  process.send?.(report, () => process.exit());
}

async function sendRequests(attack: Requests & { connections: number }): Promise<void> {
  const { connections, perSecond } = attack;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const body = attack.bodyPath === undefined ? '' : readFileSync(attack.bodyPath);
  const startedMs = performance.now();
  const one = async (): Promise<void> => {
    while (!stop.signal.aborted && counted.count < MAX_REQUESTS) {
      const dueMs = perSecond ? startedMs + (counted.count * 1000) / perSecond : 0;
      counted.count += 1;
      await sleep(Math.max(0, dueMs - performance.now()), null, { signal: stop.signal });
      count(await sendRequest(attack, agent, body));
    }
  };
  await Promise.allSettled(Array.from({ length: connections }, one));
  agent.destroy();
}

async function sendRequest(
  { url, method, headers, isFromAnywhere }: Requests,
  agent: Agent,
  body: Buffer | string,
): Promise<string> {
  const from = isFromAnywhere ? { 'x-forwarded-for': anyAddress() } : {};
  const length = { 'content-length': String(body.length) };
  const { signal } = stop;
  try {
    const sent = request(url, {
      method,
      agent,
      signal,
      headers: { ...headers, ...from, ...length },
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await answer.resume().toArray();
    return String(answer.statusCode);
  } catch (error) {
    if (signal.aborted) return 'cut off at the end';
    return error instanceof Error && 'code' in error ? String(error.code) : 'failed';
  }
}

function anyAddress(): string {
  return Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 220)).join('.');
}

async function trickle({ senders, everyMs, connections }: Trickle & { connections: number }) {
  const one = async (_: unknown, n: number): Promise<void> => {
    const sender = senders[n % senders.length];
    while (sender && !stop.signal.aborted && counted.count < MAX_CONNECTIONS) {
      counted.count += 1;
      await sendSlowly(sender, everyMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Sends until the server closes the connection. */
async function sendSlowly({ port, first, more }: Sender, everyMs: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const end = () => socket.destroy();
  stop.signal.addEventListener('abort', end);
  socket.on('error', () => undefined);
  socket.once('data', (head) => count(head.toString('latin1').split(' ', 2)[1] ?? 'nonsense'));
  socket.write(first);
  const timer = setInterval(() => {
    if (socket.writableLength === 0) socket.write(more);
  }, everyMs);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  stop.signal.removeEventListener('abort', end);
  // The pause avoids a busy loop where the server closes at once.
  await sleep(everyMs, null, { signal: stop.signal }).catch(() => undefined);
}

function count(status: string): void {
  counted.statuses[status] = (counted.statuses[status] ?? 0) + 1;
}
