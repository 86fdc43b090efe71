import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMisplacedFiles, readMessages } from './files.ts';

const SOUND = {
  'i18n/package.json': '{}',
  'i18n/en/overlayPresets.json': '{ "list": { "title": "Overlays" } }',
  'i18n/th/overlayPresets.json': '{ "list": { "title": "โอเวอร์เลย์" } }',
  'server/src/features/overlay-presets/routes.ts': '',
};
const faultsWith = (files: Record<string, string>) =>
  findMisplacedFiles(new Map(Object.entries({ ...SOUND, ...files })));

describe('findMisplacedFiles', () => {
  it('lets pass the words of a feature, and those that are shared, in both languages', () => {
    assert.deepEqual(faultsWith({ 'i18n/en/ui.json': '{}', 'i18n/th/ui.json': '{}' }), []);
  });

  it('names a file that one language lacks', () => {
    assert.deepEqual(faultsWith({ 'i18n/th/nav.json': '{}' }), [
      'i18n/en/nav.json is missing beside i18n/th/nav.json',
    ]);
  });

  it('refuses files of no feature, of no language and beside the languages', () => {
    for (const path of [
      'i18n/en/misc.json',
      'i18n/fr/ui.json',
      'i18n/en.json',
      'i18n/en/a/ui.json',
    ]) {
      assert.match(faultsWith({ [path]: '{}' })[0] ?? '', /words lie in i18n/, path);
    }
  });
});

it('ids begin with the feature that the file is named after', () => {
  const part = { 'i18n/en/overlayPresets.form.json': '{ "form": { "name": "Name" } }' };
  const messages = readMessages(new Map(Object.entries({ ...SOUND, ...part })), 'en');
  assert.deepEqual(
    [...messages],
    [
      ['overlayPresets.list.title', 'Overlays'],
      ['overlayPresets.form.name', 'Name'],
    ],
  );
});
