import assert from 'node:assert/strict';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CagedExit, runCaged } from './cage.ts';
import { MACHINES } from './system-calls.ts';
import { testFolder } from '../test-clips.ts';
import { findMediaTools } from './tools.ts';

// Acts as a file that has taken over ffmpeg: a Perl program, which every Debian and Ubuntu has, is
// started in place of ffprobe.
const PERL = '/usr/bin/perl';
const hasPerl = await access(PERL).then(
  () => true,
  () => false,
);
const tools = await findMediaTools();
const calls = MACHINES[process.arch]?.calls;
const skip =
  (tools.sandbox !== 'bubblewrap' && 'there is no cage here') ||
  (!calls && 'no filter is known here') ||
  (!hasPerl && 'there is no Perl here');
const root = await testFolder();
const folder = join(root, 'job');
await mkdir(folder);

const LIMITS = { memoryBytes: 2 ** 31, cpuSeconds: 10, fileBytes: 1000 };

async function attack(script: string): Promise<CagedExit & { lines: string[] }> {
  let text = '';
  const exit = await runCaged(
    { ...tools, ffprobe: PERL },
    {
      program: 'ffprobe',
      args: () => ['-e', script],
      inputPath: null,
      folder,
      pipes: 1,
      limits: LIMITS,
    },
    20_000,
    (more) => (text += more),
  );
  return { ...exit, lines: text.split('\n').filter(Boolean) };
}

/** Returns `name result errno` for each tried call. */
const TRY = `sub try { my ($name, $number, @rest) = @_; $! = 0;
  my $result = syscall($number, @rest); my $errno = $! + 0; print "$name $result $errno\n"; }`;

const EPERM = 1;
const ENOSYS = 38;
const AF = { unix: 1, inet: 2, inet6: 10, netlink: 16, packet: 17, alg: 38, vsock: 40 };
const NEW_USER = 0x10000000;
const SIGCHLD = 17;

test('calls that open the kernel or reach other processes are refused', { skip }, async () => {
  const refused = Object.entries(calls ?? {}).filter(
    ([name]) => !['socket', 'socketpair', 'clone', 'clone3', 'ioctl'].includes(name),
  );
  assert(refused.length > 40);
  const tries = refused.map(([name, number]) => `try('${name}', ${number}, 0, 0, 0, 0);`);
  const { lines } = await attack([TRY, ...tries].join('\n'));
  assert.deepEqual(
    lines,
    refused.map(([name]) => `${name} -1 ${EPERM}`),
  );
});

test('there are no sockets but those between processes of the cage', { skip }, async () => {
  const tries = Object.entries(AF).map(
    ([name, family]) => `try('${name}', ${calls?.socket}, ${family}, 1, 0);`,
  );
  const { lines } = await attack([TRY, ...tries].join('\n'));
  const [unix, ...others] = lines;
  assert.match(unix ?? '', /^unix \d+ 0$/);
  assert.deepEqual(
    others,
    ['inet', 'inet6', 'netlink', 'packet', 'alg', 'vsock'].map((name) => `${name} -1 ${EPERM}`),
  );
});

test('no other process is made, in whatever way, and no namespace', { skip }, async () => {
  const { lines } = await attack(`${TRY}
    for (1..50) { my $pid = fork(); exit if defined $pid && !$pid; $made++ if defined $pid }
    print 'forked ', $made + 0, "\n";
    try('clone', ${calls?.clone}, ${SIGCHLD}, 0, 0, 0, 0);
    try('namespace', ${calls?.clone}, ${NEW_USER | SIGCHLD}, 0, 0, 0, 0);
    try('clone3', ${calls?.clone3}, 0, 0);
    print 'ran ', system('/bin/true'), "\n";`);
  assert.deepEqual(lines, [
    'forked 0',
    `clone -1 ${EPERM}`,
    `namespace -1 ${EPERM}`,
    `clone3 -1 ${ENOSYS}`,
    'ran -1',
  ]);
});

test('input of a terminal can’t be simulated', { skip }, async () => {
  const { lines } = await attack(`${TRY}
    try('TIOCSTI', ${calls?.ioctl}, 1, 0x5412, "x"); try('TIOCLINUX', ${calls?.ioctl}, 1, 0x541c, "x");`);
  assert.deepEqual(lines, [`TIOCSTI -1 ${EPERM}`, `TIOCLINUX -1 ${EPERM}`]);
});

test(
  'a process that calls by the numbers of x32 is killed',
  { skip: skip || process.arch !== 'x64' },
  async () => {
    const { code, lines } = await attack(`print "begun\n"; $| = 1; print ''; ${TRY}
    try('getpid', 0x40000000 + 39);`);
    // bubblewrap reports signals as 128 + n; this is SIGSYS.
    assert.deepEqual([code, lines], [159, ['begun']]);
  },
);

test('nothing is written outside of the job’s folder', { skip }, async () => {
  await writeFile(join(root, 'beside'), 'untouched');
  const places = ['/', '/usr/', '/proc/sys/kernel/', `${root}/`, '/job/../'];
  const { lines } = await attack(`for my $place (${places.map((place) => `'${place}'`).join()}) {
    print "$place\n" if open(my $file, '>', "\${place}planted"); }
    print "job\n" if open(my $file, '>', '/job/planted');`);
  assert.deepEqual(lines, ['job']);
  assert.deepEqual((await readdir(root)).toSorted(), ['beside', 'job']);
});

/** Reads the fields of a file like /proc/PID/status. */
function field(lines: readonly string[], name: string): string[] {
  const line = lines.find((one) => one.startsWith(name)) ?? '';
  return line.slice(name.length).trim().split(/\s+/);
}

test('no file of the job’s folder leads the worker elsewhere', { skip }, async () => {
  const { lines } = await attack(`use POSIX; chdir '/job';
    print "symlink\n" if symlink('/etc/passwd', 'out'); print "link\n" if link('/job/planted', 'out');
    print "fifo\n" if mkfifo('out', 0600); print "tried\n";`);
  assert.deepEqual(lines, ['tried']);
  assert(!(await readdir(folder)).includes('out'));
});

test('a program is nobody, without rights, and killed first without memory', { skip }, async () => {
  const { lines } = await attack(`for my $name ('status', 'limits', 'oom_score_adj') {
    open(my $file, '<', "/proc/self/$name"); print map { "$name $_" } <$file>; } print "\n";`);
  assert.deepEqual(field(lines, 'status Uid:'), ['65534', '65534', '65534', '65534']);
  assert.deepEqual(field(lines, 'status Gid:'), ['65534', '65534', '65534', '65534']);
  assert.match(field(lines, 'status CapEff:').join(), /^0+$/);
  assert.deepEqual(field(lines, 'status NoNewPrivs:'), ['1']);
  assert.deepEqual(field(lines, 'status Seccomp:'), ['2']);
  if (tools.choom) assert.deepEqual(field(lines, 'oom_score_adj'), ['800']);
  if (!tools.prlimit) return;
  assert.equal(field(lines, 'limits Max address space')[0], String(LIMITS.memoryBytes));
  assert.equal(field(lines, 'limits Max core file size')[0], '0');
  if (tools.maxProcesses)
    assert.equal(field(lines, 'limits Max processes')[0], String(tools.maxProcesses));
});

test('the filter’s own descriptor is closed before the program begins', { skip }, async () => {
  // The descriptor behind the program's pipe.
  const { lines } = await attack(
    `print -e "/proc/self/fd/$_" ? 'open' : 'closed', "\n" for (3, 4);`,
  );
  assert.deepEqual(lines, ['open', 'closed']);
});

test('threads beyond a limit are refused to a worker that is no root', async (t) => {
  if (skip || !tools.maxProcesses) return t.skip('threads are not counted by cage here');
  // Linux doesn't count root's (kernel/fork.c: INIT_USER).
  if (process.getuid?.() === 0) return t.skip('root’s are not counted');
  const source = join(root, 'source');
  await writeFile(source, '');
  const few = { ...tools, maxProcesses: 4 };
  const threads = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=640x360:d=1',
    '-c:v',
    'libx264',
    '-threads',
    '8',
  ];
  const job = {
    program: 'ffmpeg',
    args: () => ['-v', 'error', ...threads, '-f', 'null', '-'],
    inputPath: source,
    pipes: 0,
    limits: LIMITS,
  } as const;
  const { code } = await runCaged(few, job, 20_000, () => undefined);
  assert.notEqual(code, 0);
  assert.equal((await runCaged(tools, job, 20_000, () => undefined)).code, 0);
});

test(
  'the score is inherited from outside of the cage on',
  { skip: skip || !tools.choom },
  async () => {
    const { lines } = await attack(`open(my $file, '<', '/proc/1/oom_score_adj'); print <$file>;`);
    assert.deepEqual(lines, ['800']);
    const own = await readFile('/proc/self/oom_score_adj', 'utf8');
    assert.notEqual(own.trim(), '800', 'and the worker keeps its own');
  },
);
