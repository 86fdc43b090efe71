import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSystemCallFilter } from './seccomp.ts';
import { BLOCKED, MACHINES } from './system-calls.ts';

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;

type Call = { audit: number; number: number; arguments?: readonly number[] };

/** Interprets classic BPF as the kernel does, as far as the filter needs it. */
function answer(program: Buffer, call: Call): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.audit, 4);
  for (const [n, value] of (call.arguments ?? []).entries())
    data.writeBigUInt64LE(BigInt(value), 16 + 8 * n);
  let loaded = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) {
      loaded = data.readUInt32LE(value);
      continue;
    }
    const holds =
      (code === 0x15 && loaded === value) ||
      (code === 0x35 && loaded >= value) ||
      (code === 0x45 && (loaded & value) !== 0);
    at += program.readUInt8(at * 8 + (holds ? 2 : 3));
  }
  return assert.fail('the filter has an end without an answer');
}

const CLONE_THREAD = 0x00010000;
const CLONE_NEWNS = 0x00020000;

for (const [architecture, { audit, calls, hasX32 }] of Object.entries(MACHINES)) {
  const program = buildSystemCallFilter(architecture) ?? assert.fail(architecture);
  const ask = (number: number, ...given: number[]): number =>
    answer(program, { audit, number, arguments: given });

  test(`${architecture}: what is listed is refused, anything else allowed`, () => {
    const named = new Set(Object.values(calls));
    for (const name of BLOCKED) {
      const number = calls[name];
      if (number !== undefined) assert.equal(ask(number), EPERM, name);
    }
    for (let number = 0; number < 500; number += 1)
      if (!named.has(number)) assert.equal(ask(number), ALLOW, String(number));
  });

  test(`${architecture}: calls are judged by their arguments where these matter`, () => {
    assert.equal(ask(calls.clone, 0x3d0f00), ALLOW, 'pthread_create');
    assert.equal(ask(calls.clone, 17), EPERM, 'fork');
    assert.equal(ask(calls.clone, CLONE_THREAD | CLONE_NEWNS), EPERM);
    assert.equal(ask(calls.clone3, 0, 88), ENOSYS);
    for (const call of [calls.socket, calls.socketpair]) {
      assert.equal(ask(call, 1), ALLOW);
      for (const family of [0, 2, 10, 16, 17, 38]) assert.equal(ask(call, family), EPERM);
    }
    assert.equal(ask(calls.ioctl, 0, 0x5413), ALLOW, 'the size of a window');
    assert.equal(ask(calls.ioctl, 0, 0x5412), EPERM);
    // The kernel reads 32 bits of it: more above them hide nothing.
    assert.equal(ask(calls.ioctl, 0, 0x100005412), EPERM);
  });

  test(`${architecture}: calls of another processor are the last that a process makes`, () => {
    for (const other of [
      0x40000003,
      0x40000028,
      ...Object.values(MACHINES).map((one) => one.audit),
    ])
      if (other !== audit) assert.equal(answer(program, { audit: other, number: 0 }), KILL);
    if (hasX32) assert.equal(ask(0x40000000), KILL);
  });
}

test('a processor whose numbers are not known has no filter', () => {
  assert.equal(buildSystemCallFilter('riscv64'), null);
});
