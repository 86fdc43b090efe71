import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUnknownKeys, findUnusedKeys } from './usage.ts';

const KEYS = new Set(['videos.title', 'videos.states.ready', 'nav.home', 'player.play']);
const page = (text: string) => new Map([['console/src/features/videos/pages/list.tsx', text]]);
const unknown = (text: string) => findUnknownKeys(page(text), KEYS);
const unused = (text: string) => findUnusedKeys(page(text), KEYS);

describe('findUnknownKeys', () => {
  it('lets pass keys that are there, in their namespace', () => {
    assert.deepEqual(
      unknown(
        `const t = useTranslations('videos');\nt('title'); t.rich("states.ready"); t(\`states.\${s}\`);`,
      ),
      [],
    );
    assert.deepEqual(unknown(`const t = useTranslations();\nt('nav.home');`), []);
  });

  it('names the line of a key that is not there', () => {
    assert.deepEqual(unknown(`const t = useTranslations('videos');\n\nt('titel');`), [
      'console/src/features/videos/pages/list.tsx:3: there is no key "videos.titel"',
    ]);
  });

  it('names a computed key below which there is nothing', () => {
    assert.match(
      unknown(`const t = useTranslations('videos');\nt(\`state.\${s}\`);`)[0] ?? '',
      /no key begins with "videos\.state\."/,
    );
  });

  it('takes the namespace of the nearest binding above', () => {
    const text = `const t = useTranslations('videos');\nt('title');\nconst t = useTranslations('nav');\nt('home');`;
    assert.deepEqual(unknown(text), []);
  });

  it('looks at calls only, not at comments, strings and other functions', () => {
    assert.deepEqual(
      unknown(
        `const t = useTranslations('nav');\n// t('x')\nlet a = "t('y')"; set('z'); a.t('w');`,
      ),
      [],
    );
  });
});

describe('findUnusedKeys', () => {
  it('names keys that no call, computed name or property access can reach', () => {
    const text = `const t = useTranslations('videos');\nt('title'); t(\`states.\${s}\`); words.play;`;
    assert.deepEqual(unused(text), ['nav.home']);
  });

  it('does not count what only a test says', () => {
    const tree = new Map([['console/src/base/a.test.ts', `'home' 'title' 'ready' 'play'`]]);
    assert.equal(findUnusedKeys(tree, KEYS).length, KEYS.size);
  });
});
