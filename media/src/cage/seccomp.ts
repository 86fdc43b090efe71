import { constants } from 'node:os';
import { BLOCKED, MACHINES, type Machine } from './system-calls.ts';

/**
 * Builds a program of the kernel's classic BPF (seccomp(2)) that a media process and its threads run under.
 * It lists refused calls, since each build of ffmpeg allows a different list: calls that expose the kernel to
 * an intruder, and calls that a program which reads one file and writes pipes never makes. Returns null for a
 * machine whose numbers we don't know.
 */
export function buildSystemCallFilter(architecture: string = process.arch): Buffer | null {
  const machine = MACHINES[architecture];
  return machine ? assemble(listLines(machine)) : null;
}

/** An instruction (linux/filter.h); a jump names the label that it goes to when it holds. */
type Line =
  | { code: number; value: number; yes?: Label; no?: Label }
  /** Jumps to this label continue with the instructions behind it. */
  | { label: Label };

type Label = 'allow' | 'kill' | 'refuse' | 'unknown' | 'family' | 'process' | 'terminal';

// linux/bpf_common.h
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

// Offsets in struct seccomp_data (linux/seccomp.h); of arguments the lower half, little-endian.
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENT = [16, 24];

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const FAIL_WITH = 0x00050000;

// Calls of x32 come under x86-64's architecture with numbers of their own (asm/unistd.h).
const X32_BIT = 0x40000000;

const AF_UNIX = 1;
// linux/sched.h: CLONE_THREAD, and all CLONE_NEW* that clone(2) takes.
const THREAD = 0x00010000;
const NAMESPACES = 0x7e020000;
// asm-generic/ioctls.h: both simulate input of a terminal.
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

function listLines({ audit, calls, hasX32 }: Machine): Line[] {
  const load = (value: number): Line => ({ code: LOAD, value });
  const equal = (value: number, yes: Label): Line => ({ code: JUMP_IF_EQUAL, value, yes });
  const end = (label: Label, value: number): Line[] => [{ label }, { code: RETURN, value }];
  return [
    // 32-bit calls of the same processor have other numbers; our programs make none.
    load(ARCHITECTURE),
    { code: JUMP_IF_EQUAL, value: audit, no: 'kill' },
    load(NUMBER),
    ...(hasX32 ? [{ code: JUMP_IF_AT_LEAST, value: X32_BIT, yes: 'kill' } as const] : []),
    equal(calls.socket, 'family'),
    equal(calls.socketpair, 'family'),
    equal(calls.clone, 'process'),
    // The flags of clone3 are in memory, which the filter can't read, so it is refused; libc then falls back
    // to clone.
    equal(calls.clone3, 'unknown'),
    equal(calls.ioctl, 'terminal'),
    ...BLOCKED.flatMap((name) => calls[name] ?? []).map((number) => equal(number, 'refuse')),
    { code: RETURN, value: ALLOW },
    { label: 'family' },
    load(ARGUMENT[0] ?? 0),
    { code: JUMP_IF_EQUAL, value: AF_UNIX, yes: 'allow', no: 'refuse' },
    // Threads are allowed, processes are not: neither a fork bomb nor a program that outlives its
    // job.
    { label: 'process' },
    load(ARGUMENT[0] ?? 0),
    { code: JUMP_IF_ANY_BIT, value: NAMESPACES, yes: 'refuse' },
    { code: JUMP_IF_ANY_BIT, value: THREAD, yes: 'allow', no: 'refuse' },
    { label: 'terminal' },
    load(ARGUMENT[1] ?? 0),
    equal(TIOCSTI, 'refuse'),
    equal(TIOCLINUX, 'refuse'),
    ...end('allow', ALLOW),
    ...end('refuse', FAIL_WITH | constants.errno.EPERM),
    ...end('unknown', FAIL_WITH | constants.errno.ENOSYS),
    ...end('kill', KILL_PROCESS),
  ];
}

/** Jumps only lead forward, by at most 255 instructions. */
function assemble(lines: readonly Line[]): Buffer {
  const places = new Map<Label, number>();
  const instructions: Exclude<Line, { label: Label }>[] = [];
  for (const line of lines) {
    if ('label' in line) places.set(line.label, instructions.length);
    else instructions.push(line);
  }
  const program = Buffer.alloc(instructions.length * 8);
  for (const [at, { code, value, yes, no }] of instructions.entries()) {
    const distance = (label: Label | undefined): number =>
      label === undefined ? 0 : (places.get(label) ?? 0) - at - 1;
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(distance(yes), at * 8 + 2);
    program.writeUInt8(distance(no), at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
}
