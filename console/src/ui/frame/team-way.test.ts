import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '../../paths.ts';
import type { NavSection } from './nav-groups.ts';
import { toTeamWay } from './team-way.ts';

const icon = () => null;
const sections: NavSection[] = [
  { id: 'work', groups: [{ icon, pages: [{ id: 'projects', to: paths.projects }] }] },
  {
    id: 'manage',
    groups: [
      {
        icon,
        pages: [
          { id: 'presets', to: paths.presets },
          { id: 'signedUrls', to: paths.signedUrls },
        ],
      },
    ],
  },
];

const switchAt = (path: string, role: 'admin' | 'user' = 'admin') =>
  toTeamWay(sections, { path, from: 'acme', to: { namespace: 'globex', role } });

test('another team is opened at the same kind of page', () => {
  assert.equal(switchAt(paths.presets('acme')), paths.presets('globex'));
  assert.equal(switchAt(paths.profile('acme')), paths.profile('globex'));
  assert.equal(switchAt(paths.signedUrls('acme'), 'user'), paths.signedUrls('globex'));
});

test('a thing of one team leads to the list of them in the other', () => {
  assert.equal(switchAt(paths.preset('acme', 'p1')), paths.presets('globex'));
  assert.equal(switchAt(paths.video('acme', 'news', 'v1')), paths.projects('globex'));
});

test('a page that one may not open there is not where one arrives', () => {
  assert.equal(switchAt(paths.presets('acme'), 'user'), paths.team('globex'));
  assert.equal(switchAt('/acme/nowhere'), paths.team('globex'));
});
