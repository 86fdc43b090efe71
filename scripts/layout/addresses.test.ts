import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './test-tree.ts';

describe('addresses', () => {
  it('are refused wherever they are put together but in their one file', () => {
    for (const text of [
      'export const a = `${origin}/streams/${key}/${name}`;',
      'export const a = `/embed/${key}`;',
      'export const w = `/watch/${key}`;',
      'export const a = `${folder}/${id}.m3u8`;',
      `export const a = base + '/manifest.mpd';`,
      'export const a = `${id}/${index + 1}.m4s`;',
      'export const a = `${id}/init.mp4`;',
      'export const a = `${base}/${height}p.mp4`;',
      'export const a = `${base}cover-${width}.jpg`;',
      'export const a = `${base}/cover.jpg?width=1280`;',
      'export const a = `storyboard-${n}.jpg`;',
      'export const a = `${path}/$Number$.m4s`;',
      'export const a = `${path}/storyboard-$Number$.jpg`;',
      'export const a = `/${prefix}storyboard.json`;',
      `import { getStreamPrefix } from '@kinora/contract/stream';`,
    ]) {
      assertFault({ [`${videos}/rules.ts`]: text }, /written by manifests\/src\/addresses\.ts/);
    }
  });

  it('are refused beside their own file, and in console and player', () => {
    for (const path of [
      'manifests/src/hls.ts',
      'player/src/storyboard.ts',
      'console/src/ui/a.ts',
    ]) {
      assertFault({ [path]: 'export const a = (n: number) => `${n}.m4s`;' }, /addresses\.ts/);
    }
  });

  it('stand where they are written and read, and as keys where their bytes are stored', () => {
    const text = 'export const a = `streams/${key}/${id}/${n}.m4s`;';
    const prefix = `import { getStreamPrefix } from '@kinora/contract/stream';`;
    const sound = {
      'manifests/src/addresses.ts': text,
      'manifests/src/parse-address.ts': text,
      'edge/src/target.ts': text,
      'server/src/features/encoding/work/run-piece.ts': text + prefix,
      'edge/src/stored-objects.ts': prefix,
      'edge/src/serve.test.ts': text,
    };
    assert.deepEqual(faultsWith({ 'contract/src/encoding.ts': '', ...sound }), []);
  });

  it('are not taken from what only looks like one', () => {
    const text = [
      `import { requestStoryboard } from '../storyboard.ts';`,
      `// \`/streams/{videoKey}/\``,
      `const types = { '.m3u8': 'application/vnd.apple.mpegurl' };`,
      `const isDash = /\\.mpd$/.test(url);`,
      `const sizes = 'cover-mosaic storyboard';`,
    ];
    assert.deepEqual(faultsWith({ 'player/src/ui/a.ts': text.join('\n') }), []);
  });
});
