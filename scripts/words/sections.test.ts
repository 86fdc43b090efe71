import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMisloadedWords } from './sections.ts';

const says = (namespace: string) => `const t = useTranslations('${namespace}');`;
const SOUND = {
  'i18n/en/ui.json': '{}',
  'i18n/en/jobs.json': '{}',
  'i18n/en/videos.json': '{}',
  'console/src/base/i18n/language.ts': `const FRAME_SECTIONS: readonly Section[] = ['ui'];`,
  'console/src/main.tsx': `import './routes.tsx';\nimport './button.tsx';`,
  'console/src/button.tsx': says('ui.button'),
  'console/src/routes.tsx': `lazyPage(() => import('./page.tsx'), 'JobsPage', 'jobs', 'videos');`,
  'console/src/page.tsx': `import { Row } from './row.tsx';\n${says('jobs')}`,
  'console/src/row.tsx': says('videos.list'),
};
const faultsWith = (files: Record<string, string>) =>
  findMisloadedWords(new Map(Object.entries({ ...SOUND, ...files })));

describe('findMisloadedWords', () => {
  it('lets pass a page that is loaded with the words of all that it imports', () => {
    assert.deepEqual(faultsWith({}), []);
  });

  it('names words that a page lacks, and who says them', () => {
    const routes = `\nlazyPage(() => import('./page.tsx'), 'JobsPage', 'jobs');`;
    assert.deepEqual(faultsWith({ 'console/src/routes.tsx': routes }), [
      'console/src/routes.tsx:2: "videos" is missing, which console/src/row.tsx says',
    ]);
  });

  it('sees a word through its whole id', () => {
    const page = `import './row.tsx';\n${says('jobs')}\nconst all = useTranslations();\nall('accounts.title');`;
    assert.match(faultsWith({ 'console/src/page.tsx': page })[0] ?? '', /"accounts" is missing/);
  });

  it('leaves what comes later with words of its own to that', () => {
    const page = (part: string) => `const Row = ${part};\n${says('jobs')}`;
    const routes = `lazyPage(() => import('./page.tsx'), 'JobsPage', 'jobs');`;
    const later = `lazyPart<Props>(async () => (await import('./row.tsx')).Row, 'videos')`;
    const files = { 'console/src/routes.tsx': routes, 'console/src/page.tsx': page(later) };
    assert.deepEqual(faultsWith(files), []);
    const bare = { ...files, 'console/src/page.tsx': page(`await import('./row.tsx')`) };
    assert.match(faultsWith(bare)[0] ?? '', /routes\.tsx:1: "videos" is missing/);
  });

  it('names words that are loaded for nothing', () => {
    assert.deepEqual(faultsWith({ 'console/src/row.tsx': '' }), [
      'console/src/routes.tsx:1: nothing below console/src/page.tsx says "videos"',
    ]);
  });

  it('knows which file of a feature holds a group of its words', () => {
    const part = { 'i18n/en/videos.list.json': '{ "list": {} }' };
    assert.deepEqual(faultsWith(part), [
      'console/src/routes.tsx:1: "videos.list" is missing, which console/src/row.tsx says',
      'console/src/routes.tsx:1: nothing below console/src/page.tsx says "videos"',
    ]);
  });

  it('lets the frame say its own words only', () => {
    assert.deepEqual(faultsWith({ 'console/src/button.tsx': says('videos') }), [
      'console/src/base/i18n/language.ts:1: "videos" is missing, which console/src/button.tsx says',
    ]);
  });
});
