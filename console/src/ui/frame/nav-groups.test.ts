import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPage, listShown, type NavSection } from './nav-groups.ts';

const icon = () => null;
const at = (name: string) => (team: string) => `/${team}/manage/${name}`;
const presets = { id: 'presets', to: at('presets') } as const;
const overlays = { id: 'overlays', to: at('presets/overlays') } as const;
const signedUrls = { id: 'signedUrls', to: at('signed-url') } as const;
const players = { id: 'players', to: at('players') } as const;
const sections: NavSection[] = [
  {
    id: 'manage',
    groups: [
      { id: 'access', icon, pages: [players, signedUrls] },
      { id: 'encoding', icon, pages: [presets, overlays] },
    ],
  },
];

test('a member sees no page that only managers open, and no group without pages', () => {
  const list = (role: 'admin' | 'user') =>
    listShown(sections, { namespace: 'acme', role }).map(({ groups }) =>
      groups.map(({ pages }) => pages.map(({ id }) => id)),
    );
  assert.deepEqual(list('admin'), [
    [
      ['players', 'signedUrls'],
      ['presets', 'overlays'],
    ],
  ]);
  assert.deepEqual(list('user'), [[['signedUrls']]]);
});

test('a page that lies below another is found first', () => {
  const find = (path: string) => findPage([presets, overlays], 'acme', `/acme/manage/${path}`)?.id;
  assert.equal(find('presets'), 'presets');
  assert.equal(find('presets/p1'), 'presets');
  assert.equal(find('presets/overlays'), 'overlays');
  assert.equal(find('presets/overlays/o1'), 'overlays');
  assert.equal(find('players'), undefined);
});
