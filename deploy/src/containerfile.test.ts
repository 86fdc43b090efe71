import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deploy } from './test-render.ts';

const root = join(deploy, '..');
const lines = readFileSync(join(deploy, 'Containerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const argumentsOf = (word: string) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
const copied = argumentsOf('COPY')
  .filter((line) => line.startsWith('--from=build /kinora/'))
  .flatMap((line) => line.split(' ').slice(1, -1))
  .map((path) => path.replace('/kinora/', ''));

/** The folders of ours that a program of `folder` may import, itself included. */
function reach(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as { dependencies?: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@kinora/')) reach(name.slice('@kinora/'.length), found);
  }
  return found;
}

describe('deploy/Containerfile', () => {
  it('copies each folder that the server may import, of the player what is built', () => {
    const folders = [...reach('server')].filter((folder) => folder !== 'player');
    const missing = folders.filter((folder) => !copied.includes(folder));
    assert.ok(folders.length > 8);
    assert.deepEqual(missing, []);
    for (const path of ['player/package.json', 'player/dist', 'console/dist', 'node_modules']) {
      assert.ok(copied.includes(path), path);
    }
  });

  it('holds an nginx, and what starts it before an edge', () => {
    assert.ok(copied.includes('deploy/nginx'));
    const installed = argumentsOf('RUN').at(-1)?.split(/\s+/) ?? [];
    assert.ok(installed.includes('nginx'));
  });

  it('copies nothing that is neither in a clean clone nor built', () => {
    const made = /^node_modules$|\/dist$/;
    assert.deepEqual(
      copied.filter((path) => !made.test(path) && !existsSync(join(root, path))),
      [],
    );
  });

  it('starts from usual images of one Debian, and runs as nobody special', () => {
    const bases = argumentsOf('FROM').map((line) => line.split(' ')[0]);
    assert.deepEqual(bases, ['node:24-bookworm-slim', 'debian:bookworm-slim']);
    assert.match(argumentsOf('USER').at(-1) ?? '', /^[1-9]\d+:[1-9]\d+$/);
    assert.ok(
      lines.findLastIndex((line) => line.startsWith('USER')) >
        lines.findLastIndex((line) => /^(RUN|COPY)/.test(line)),
    );
    assert.ok(!lines.some((line) => /https?:/.test(line)), 'no host of its own');
  });
});
