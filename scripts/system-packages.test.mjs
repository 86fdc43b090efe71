import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findMissing, installSystemPackages } from './system-packages.mjs';

const path = process.env.PATH;
let bin;

beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'kinora-bin-'));
  process.env.PATH = bin;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(bin, { recursive: true });
});

// The search path holds nothing else, so scripts take the machine's programs by full name.
function program(name, script) {
  writeFileSync(join(bin, name), `#!/bin/sh\nPATH=${bin}:${path}\n${script}\n`, { mode: 0o755 });
}

/** An apt-get that knows its packages only after an update. */
function machineWithApt() {
  program('env', 'exec /usr/bin/env "$@"');
  program('sudo', 'shift; exec "$@"');
  program(
    'apt-get',
    `cd ${bin}
     echo "$@" >> calls
     case "$*" in
       *update*) touch updated;;
       *) [ -e updated ] || exit 100; for name in ffmpeg ffprobe bwrap; do echo > $name; chmod +x $name; done;;
     esac`,
  );
}

describe(
  'installSystemPackages',
  { skip: process.platform !== 'linux' && 'apt is for Linux' },
  () => {
    it('installs what is missing in one go, and updates the package lists only when it must', () => {
      machineWithApt();
      installSystemPackages(['ffmpeg'], ['bubblewrap']);
      const calls = readFileSync(join(bin, 'calls'), 'utf8').trim().split('\n');
      assert.deepEqual(
        calls.map((call) => call.replace(/^.*Timeout=\d+ /, '')),
        [
          'install -y --no-install-recommends ffmpeg bubblewrap',
          'update',
          'install -y --no-install-recommends ffmpeg bubblewrap',
        ],
      );
      assert.deepEqual(findMissing(['ffmpeg', 'bubblewrap']), []);
    });

    it('installs what is needed where apt doesn’t know all that is optional', () => {
      machineWithApt();
      program(
        'apt-get',
        `case "$*" in *bubblewrap*|*update*) exit 100;; esac
         cd ${bin}; for name in ffmpeg ffprobe; do echo > $name; chmod +x $name; done`,
      );
      installSystemPackages(['ffmpeg'], ['bubblewrap']);
      assert.deepEqual(findMissing(['ffmpeg', 'bubblewrap']), ['bubblewrap']);
    });

    it('asks nothing of apt when all is there', () => {
      for (const name of ['ffmpeg', 'ffprobe', 'bwrap', 'apt-get']) program(name, 'exit 1');
      installSystemPackages(['ffmpeg'], ['bubblewrap']);
    });

    it('says in one line what to install where there is no apt', () => {
      assert.throws(() => installSystemPackages(['ffmpeg'], ['bubblewrap']), {
        message: /^Kinora needs ffmpeg, which is not installed here: install it .*$/,
      });
    });

    it('goes on without what is only optional', () => {
      for (const name of ['ffmpeg', 'ffprobe']) program(name, '');
      installSystemPackages(['ffmpeg'], ['bubblewrap']);
      assert.deepEqual(findMissing(['bubblewrap']), ['bubblewrap']);
    });
  },
);
