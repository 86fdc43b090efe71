import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLog, type Log } from './log.ts';

function written(write: (log: Log) => void): string {
  let out = '';
  write(openLog('worker', { write: (line) => void (out += line) }, 'text'));
  return out;
}

/** Without the time of day, which is the machine's. */
const said = (write: (log: Log) => void) => written(write).replace(/^\d\d:\d\d:\d\d /, '');

test('a person reads notices and trouble, and nothing that is routine', () => {
  assert.equal(
    written((log) => log.info({ status: 200 }, 'request')),
    '',
  );
  assert.equal(
    said((log) => log.notice({ seconds: 13, text: '“fractal” is encoded' }, 'video encoded')),
    'worker  “fractal” is encoded\n',
  );
  assert.equal(
    said((log) => log.warn({ pieceId: '1' }, 'queue trouble')),
    'worker  queue trouble\n',
  );
});

test('trouble is one line with its cause, and with what helps where that is known', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  assert.equal(
    said((log) => log.error({ err: full }, 'storage failed')),
    'worker  storage failed: no space left on device (free some space on that disk)\n',
  );
  assert.equal(
    said((log) => log.error({ err: new Error('x is undefined') }, 'request failed')),
    'worker  request failed: x is undefined (LOG_FORMAT=json shows all of it)\n',
  );
});

test('a title neither moves the cursor nor begins a line nor is endless', () => {
  const text = `“a\n\u001b[2Jb\u202ec\u2028d” ${'x'.repeat(400)}`;
  const line = said((log) => log.notice({ text }, 'video encoded'));
  assert.match(line, /^worker {2}“a \[2Jb c d” x{200,}…\n$/);
});

test('a secret is hidden from a person as well', () => {
  const canary = 'canary0123456789abcdef';
  const err = new Error(`postgres://kinora:${canary}@db/kinora`);
  assert.ok(!said((log) => log.error({ err }, `Bearer ${canary}`)).includes(canary));
});
