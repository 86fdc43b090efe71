import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { getAudioName } from './audio-name.ts';

test('a sound goes by its name, else by its language’s own name for itself, else it is audio', () => {
  const nameOf = (name: string, languageCode: string) => getAudioName({ name, languageCode });
  assert.equal(nameOf(' Director ', 'eng'), 'Director');
  assert.equal(nameOf('', 'tha'), 'ไทย');
  assert.equal(nameOf(' ', 'eng'), 'English');
  assert.equal(nameOf('', 'pt-BR'), 'português (Brasil)');
  assert.equal(nameOf('', 'zxx'), 'No linguistic content', 'in English where it names none itself');
  for (const unknown of ['und', '1a', 'qqz']) assert.equal(nameOf('', unknown), 'Audio');
});
