import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Lang } from '../../../base/i18n/messages.ts';
import { paths } from '../../../paths.ts';
import type { NavSection } from '../../../ui/frame/nav-groups.ts';
import { findEntries } from './find.ts';
import { listPagesHere, listScreens } from './screens.ts';
import type { BothWords } from './words.ts';

const read = (lang: Lang, file: string): unknown =>
  JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../../../i18n/${lang}/${file}.json`, 'utf8'),
  );
const wordsOf = (lang: Lang) =>
  ({ nav: read(lang, 'nav'), palette: read(lang, 'palette') }) as BothWords[Lang];
const words: BothWords = { th: wordsOf('th'), en: wordsOf('en') };

const icon = () => null;
const sections: NavSection[] = [
  {
    id: 'manage',
    groups: [
      { icon, pages: [{ id: 'presets', to: paths.presets }] },
      {
        id: 'access',
        icon,
        pages: [
          { id: 'signedUrls', to: paths.signedUrls },
          { id: 'geoBlocking', to: paths.geoBlocking },
        ],
      },
    ],
  },
];
const list = (role: 'manager' | 'user', lang: Lang = 'th') =>
  listScreens(sections, { team: { namespace: 'acme', role }, words, lang });
const find = (role: 'manager' | 'user', typed: string) =>
  findEntries(list(role), typed).map(({ to }) => to);

test('a screen is found by its name in either language, and by what else it is called', () => {
  for (const typed of ['พรีเซ็ต', 'presets', 'บิตเรต', 'resolution']) {
    assert.deepEqual(find('manager', typed), [paths.presets('acme')], typed);
  }
  assert.equal(list('manager', 'en')[0]?.title, 'Presets');
});

test('a member finds no screen that only managers open, but his own', () => {
  assert.deepEqual(find('user', 'พรีเซ็ต'), []);
  assert.deepEqual(find('user', 'geo'), []);
  assert.deepEqual(find('user', 'signed'), [paths.signedUrls('acme')]);
  assert.deepEqual(find('user', 'password'), [paths.profile('acme')]);
});

test('pages of the open project and video are listed, uploading only for those who may', () => {
  const options = { team: { namespace: 'acme', role: 'user' }, words, lang: 'th' } as const;
  const project = { key: 'news', name: 'ข่าว', mayUpload: false };
  const listed = (here: Parameters<typeof listPagesHere>[0]) =>
    listPagesHere(here, options).map(({ to }) => to);
  assert.equal(listed({ project }).includes(paths.projectUpload('acme', 'news')), false);
  const open = { ...project, mayUpload: true };
  assert.equal(listed({ project: open }).includes(paths.projectUpload('acme', 'news')), true);
  const video = { key: 'v1', name: 'ตลาดเช้า' };
  assert.equal(listed({ project, video })[0], paths.video('acme', 'news', 'v1', 'overview'));
  assert.deepEqual(listed(undefined), []);
});
