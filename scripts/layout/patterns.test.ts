import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { causeOfSquare, linearPatterns } from './patterns.ts';

const isSlow = (pattern: RegExp) => causeOfSquare(pattern.source, pattern.flags) !== null;

describe('causeOfSquare', () => {
  it('finds runs in which a failed search restarts', () => {
    for (const pattern of [
      /(\b[a-z][a-z\d+.-]*:\/\/[^\s:@/]*:)[^\s@/]+@/gi,
      /Decoder .* not found/i,
      /\s*-\s*/g,
      /\s+$/,
      /(?:ab)+c/,
      /-[a-z-]{8,}\.js$/,
      /^a+b/m,
    ]) {
      assert.ok(isSlow(pattern), String(pattern));
    }
  });

  it('finds runs that can share what they match in several ways', () => {
    for (const pattern of [/^(a+)+$/, /^\s*x?\s*$/]) {
      assert.ok(isSlow(pattern), String(pattern));
    }
  });

  it('lets pass what begins with something that its runs do not hold, is bound, or can’t fail', () => {
    for (const pattern of [
      /(:\/\/[^\s:@/]*:)[^\s@/]+@/g,
      /\bknr_[a-z]+_[\w-]+/g,
      /Decoder .{0,80} not found/i,
      /-p\d+$/,
      /\.[^./\\]+$/,
      /^[a-z0-9-]+(\.[a-z0-9-]+)*$/,
      /[\t\n]+/g,
      /\s+(?:-\d)?/,
    ]) {
      assert.ok(!isSlow(pattern), String(pattern));
    }
  });
});

describe('linearPatterns', () => {
  const text = 'const a = b / c;\nexport const spaces = /\\s+$/u;';

  it('names the line of a slow pattern where text of strangers is read', () => {
    const faults = linearPatterns(new Map([['server/src/base/a.ts', text]]));
    assert.deepEqual(
      faults.map(({ path, line }) => [path, line]),
      [['server/src/base/a.ts', 2]],
    );
    assert.match(faults[0]?.message ?? '', /\\s\+/);
  });

  it('leaves tests and the console alone', () => {
    for (const path of ['server/src/base/a.test.ts', 'console/src/ui/a.ts']) {
      assert.deepEqual(linearPatterns(new Map([[path, text]])), []);
    }
  });

  const causesIn = (path: string, written: string) =>
    linearPatterns(new Map([[path, written]])).map(({ line, message }) => `${line} ${message}`);

  it('reads what is made of texts of its file, and knows none that is made of others', () => {
    const made = "const SPACES = '\\\\s+';\nexport const spaces = new RegExp(`${SPACES}$`);";
    assert.match(causesIn('player/src/a.ts', made).join(), /^2 \/\\s\+\$\/ takes/);
    assert.deepEqual(causesIn('player/src/a.ts', made.replace('$`', '`')), []);
    const ofOthers = 'export const find = (name: string) => new RegExp(name);';
    assert.match(causesIn('player/src/a.ts', ofOthers).join(), /^1 nobody can tell/);
    const ofPaths =
      "export const find = (a: string) => new RegExp(`^${a.replaceAll('x', '[^/]+')}$`);";
    assert.deepEqual(causesIn('server/src/base/a.ts', ofPaths), []);
    const slow = ofPaths.replace('[^/]+', '([^/]+)+');
    assert.equal(causesIn('server/src/base/a.ts', slow).length, 1);
  });

  it('reads those of nginx', () => {
    const conf = 'map $uri $a {\n    ~^(?<b>[^?]*) $b;\n    "~x+$" 1;\n}\nlocation ^~ /a+$ {\n';
    assert.match(causesIn('deploy/nginx/a.conf', conf).join(), /^3 \/x\+\$\/ takes/);
    assert.equal(causesIn('deploy/nginx/a.conf', 'location ~* "a+b+$" {\n').length, 1);
  });
});
