import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChosenCaptions, keepCaptionsChoice, readCaptionsChoice } from './captions-choice.ts';

const captions = [
  { id: 3, language: 'th' },
  { id: 5, language: 'en' },
];

test('captions of the chosen language are found, and none where they were turned off', () => {
  assert.equal(findChosenCaptions('en', captions), 5);
  assert.equal(findChosenCaptions('off', captions), null);
  assert.equal(findChosenCaptions('fr', captions), undefined);
  assert.equal(findChosenCaptions(null, captions), undefined);
});

// Node has no storage of a browser unless it is told where.
test('without storage a choice lasts as long as the page', () => {
  assert.equal(readCaptionsChoice(), null);
  keepCaptionsChoice({ id: 5, language: 'en' });
  assert.equal(readCaptionsChoice(), 'en');
  keepCaptionsChoice({ id: 7, language: '' });
  assert.equal(readCaptionsChoice(), 'en');
  keepCaptionsChoice(null);
  assert.equal(readCaptionsChoice(), 'off');
});
