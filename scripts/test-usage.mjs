import { cpus } from 'node:os';
import { listPids, readOwnBytes, readProcess } from './processes.mjs';

const SAMPLE_MS = 1000;
const followed = new Map();
let timer;

/**
 * Watches what the leader of a session uses once a second, with all that it started: in its session,
 * or below it in one of their own.
 *
 * @returns {() => {cpuMs: number, peakBytes: number}} ends it
 */
export function followUsage(leader) {
  const usage = { cpuMs: 0, peakBytes: 0 };
  followed.set(leader, usage);
  timer ??= setInterval(sample, SAMPLE_MS).unref();
  return () => {
    followed.delete(leader);
    return usage;
  };
}

function sample() {
  if (followed.size === 0) return;
  for (const [leader, { cpuMs, bytes }] of readUsage([...followed.keys()])) {
    const usage = followed.get(leader);
    // The sum falls when a process ends without being waited for.
    usage.cpuMs = Math.max(usage.cpuMs, cpuMs);
    usage.peakBytes = Math.max(usage.peakBytes, bytes);
  }
}

/**
 * The present usage of leaders of sessions, with all processes that they started.
 *
 * @returns {Map<number, {cpuMs: number, bytes: number}>}
 */
export function readUsage(leaders) {
  const processes = new Map(listPids().map((pid) => [Number(pid), readProcess(pid)]));
  const sums = new Map(leaders.map((leader) => [leader, { cpuMs: 0, bytes: 0 }]));
  for (const [pid, found] of processes) {
    const sum = sums.get(findLeader(pid, processes, sums));
    if (!sum || !found) continue;
    sum.cpuMs += found.cpuMs;
    sum.bytes += readOwnBytes(pid);
  }
  return sums;
}

function findLeader(pid, processes, leaders) {
  let at = pid;
  for (let found = processes.get(at); found; found = processes.get(at)) {
    if (leaders.has(found.session)) return found.session;
    at = found.parent;
  }
  return undefined;
}

/** @returns {() => number} the share of the time since that the machine's cores were idle */
export function watchIdleness() {
  const before = readCores();
  return () => {
    const now = readCores();
    return (now.idle - before.idle) / (now.all - before.all);
  };
}

function readCores() {
  const times = cpus().map((core) => core.times);
  const all = times.flatMap((each) => Object.values(each));
  return { idle: sumOf(times.map(({ idle }) => idle)), all: sumOf(all) };
}

function sumOf(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0);
}
