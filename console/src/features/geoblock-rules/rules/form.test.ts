import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCountryCode } from '@kinora/contract/countries';
import { addAsean, addContinent, checkRule, EMPTY_RULE, toForm, toLists } from './form.ts';
import { findInBoth, getReach } from './reach.ts';

const lists = (allowCountryCodes: string[], denyCountryCodes: string[] = []) => ({
  allowCountryCodes,
  denyCountryCodes,
});

test('a rule stays what it is when it is opened and sent', () => {
  for (const one of [
    lists([]),
    lists(['XX']),
    lists(['TH', 'LA']),
    lists([], ['US']),
    lists(['TH', 'LA'], ['LA']),
  ]) {
    assert.deepEqual(toLists(toForm({ name: 'A', ...one })), one);
  }
});

test('who may watch is said of both lists together', () => {
  assert.deepEqual(getReach(lists([])), { kind: 'everyone', codes: [] });
  assert.deepEqual(getReach(lists(['XX', 'TH'])), { kind: 'nobody', codes: [] });
  assert.deepEqual(getReach(lists(['TH', 'LA'], ['LA'])), { kind: 'only', codes: ['TH'] });
  assert.deepEqual(getReach(lists(['TH'], ['TH'])), { kind: 'nobody', codes: [] });
  assert.deepEqual(getReach(lists([], ['US'])), { kind: 'except', codes: ['US'] });
});

test('a country that is allowed and blocked at once is told', () => {
  assert.deepEqual(findInBoth(lists(['TH', 'LA', 'VN'], ['VN', 'US', 'TH'])), ['VN', 'TH']);
  assert.deepEqual(findInBoth(lists(['TH'], ['LA'])), []);
});

test('a rule about some countries names one, and every rule has a name', () => {
  assert.equal(checkRule({ ...EMPTY_RULE, name: 'A' }).allow, 'countryRequired');
  assert.equal(checkRule({ ...EMPTY_RULE, name: ' ' }).name?.code, 'required');
  assert.deepEqual(checkRule({ ...EMPTY_RULE, name: 'A', mode: 'nobody' }), {});
  assert.deepEqual(checkRule({ ...EMPTY_RULE, name: 'A', deny: ['US'] }), {});
});

test('a continent adds its countries, each once', () => {
  const chosen = addContinent(['US', 'TH'], 'asia');
  assert.deepEqual(chosen.slice(0, 2), ['US', 'TH']);
  assert.equal(chosen.filter((code) => code === 'TH').length, 1);
  assert.ok(chosen.includes('LA') && !chosen.includes('FR'));
});

test('ASEAN adds its eleven members, each once', () => {
  const chosen = addAsean(['US', 'TH']);
  assert.deepEqual(chosen.slice(0, 2), ['US', 'TH']);
  assert.equal(chosen.length, 12);
  assert.ok(chosen.includes('TL') && chosen.every(isCountryCode));
});
