import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addWays, findRoute, toHref, listLeaves, type Route } from './route.ts';

const routes: readonly Route[] = [
  { path: '' },
  {
    path: ':team',
    routes: [
      { path: '' },
      { path: '*' },
      { path: 'projects/:project', routes: [{ path: '' }, { path: 'videos/:video' }] },
      { path: 'projects/create' },
    ],
  },
  { path: 'accounts/sign-in' },
];
const leaves = listLeaves(routes);

function find(href: string) {
  const { chain, address } = findRoute(leaves, new URL(href, 'http://console.test'));
  return { way: chain.map(({ path }) => path), ...address };
}

test('a route is found with those above it, whatever their order', () => {
  assert.deepEqual(find('/').way, ['']);
  assert.deepEqual(find('/acme').way, [':team', '']);
  assert.deepEqual(find('/acme/').way, [':team', '']);
  assert.deepEqual(find('/accounts/sign-in').way, ['accounts/sign-in']);
  assert.deepEqual(find('/acme/projects/create').way, [':team', 'projects/create']);
  assert.deepEqual(find('/acme/projects/news').way, [':team', 'projects/:project', '']);
  assert.deepEqual(find('/acme/projects/news/videos/v1').way.at(-1), 'videos/:video');
});

test('a rest is what nothing else takes, and an address above it is none', () => {
  assert.deepEqual(find('/acme/nowhere/at/all').way, [':team', '*']);
  assert.deepEqual(find('/acme/projects').way, [':team', '*']);
  assert.deepEqual(findRoute(listLeaves([{ path: 'a/*' }]), new URL('http://h/a')).chain, []);
});

test('routes that come later take their place among the others', () => {
  const manage: Route = { path: 'manage', more: async () => [] };
  const team = { path: ':team', routes: [{ path: 'manage/all' }, manage, { path: '*' }] };
  const before = listLeaves([team]);
  const wayIn = (ways: typeof before, path: string) =>
    findRoute(ways, new URL(path, 'http://h')).chain.map((route) => route.path);
  for (const path of ['/acme/manage', '/acme/manage/keys', '/acme/manage/keys/k1']) {
    assert.deepEqual(wayIn(before, path), [':team', 'manage'], path);
  }
  assert.deepEqual(wayIn(before, '/acme/manage/all'), [':team', 'manage/all']);

  const below = [{ path: '' }, { path: 'keys' }, { path: 'keys/:key' }, { path: 'keys/create' }];
  const after = addWays(before, manage, below);
  assert.deepEqual(wayIn(after, '/acme/manage'), [':team', 'manage', '']);
  assert.deepEqual(wayIn(after, '/acme/manage/keys/create').at(-1), 'keys/create');
  assert.deepEqual(wayIn(after, '/acme/manage/keys/k1').at(-1), 'keys/:key');
  assert.deepEqual(wayIn(after, '/acme/manage/none'), [':team', '*']);
  assert.deepEqual(wayIn(after, '/acme/manage/all'), [':team', 'manage/all']);
  assert.deepEqual(addWays(after, manage, below), after);
});

test('parameters are decoded, and what is malformed stays as it is', () => {
  assert.deepEqual(find('/acme/projects/%E0%B8%82%E0%B9%88%E0%B8%B2%E0%B8%A7').params, {
    team: 'acme',
    project: 'ข่าว',
  });
  assert.equal(find('/acme/projects/a%2Fb').params['project'], 'a/b');
  assert.equal(find('/acme/projects/100%').params['project'], '100%');
});

test('an address keeps its search as text and its fragment without the sign', () => {
  const { path, search, hash } = find('/acme/projects/news?page=2&q=%22a%22#preset');
  assert.deepEqual(
    { path, search, hash },
    {
      path: '/acme/projects/news',
      search: { page: '2', q: '"a"' },
      hash: 'preset',
    },
  );
  assert.equal(toHref({ to: '/acme', search: { q: 'a b', page: undefined } }), '/acme?q=a+b');
});
