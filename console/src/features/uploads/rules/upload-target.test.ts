import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDropTarget } from './upload-target.ts';

const project = (key: string, upload = true) => ({ key, actions: { upload } });

test('an only project takes a drop without a choice, several are chosen from', () => {
  const seen = project('seen', false);
  assert.deepEqual(findDropTarget([seen, project('a')], true), { projectKey: 'a' });
  assert.deepEqual(findDropTarget([seen, project('a')], false), { projectKey: 'a' });
  assert.equal(findDropTarget([project('a'), project('b')], false), 'choose');
});

test('without a project it is made in the same dialog, by who may', () => {
  assert.equal(findDropTarget([], true), 'choose');
  assert.equal(findDropTarget([project('seen', false)], false), null);
  assert.equal(findDropTarget(undefined, true), null, 'nothing is known yet');
});
