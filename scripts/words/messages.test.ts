import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { argumentsOf, compareLanguages, flatten } from './messages.ts';

const compare = (en: string, th: string) =>
  compareLanguages(new Map([['a.b', en]]), new Map([['a.b', th]]));

describe('compareLanguages', () => {
  it('lets pass what says the same with the same arguments', () => {
    assert.deepEqual(compare('Delete {name}?', 'ลบ {name} หรือไม่'), []);
    assert.deepEqual(
      compare('{n, plural, one {# video} other {# videos}}', '{n, plural, other {วิดีโอ # รายการ}}'),
      [],
    );
  });

  it('names keys that only one language has', () => {
    const en = flatten({ a: { b: 'B', c: 'C' } });
    const th = flatten({ a: { b: 'ข', d: 'ง' } });
    assert.deepEqual(compareLanguages(en, th), ['th lacks a.c', 'en lacks a.d, which th has']);
  });

  it('refuses empty messages in either language', () => {
    assert.deepEqual(compare('Delete', ' '), ['th: a.b is empty']);
    assert.deepEqual(compare('', 'ลบ'), ['en: a.b is empty']);
  });

  it('refuses an argument that is lost, renamed, or of another type', () => {
    assert.match(compare('Delete {name}', 'ลบ')[0] ?? '', /takes nothing, in English \{name\}/);
    assert.match(compare('Delete {name}', 'ลบ {title}')[0] ?? '', /takes \{title\}/);
    assert.match(compare('{n, plural, other {#}}', 'มี {n}')[0] ?? '', /in English \{n, number\}/);
    assert.match(compare('Read <a>this</a>', 'อ่าน <b>นี่</b>')[0] ?? '', /takes <b>/);
    assert.match(
      compare('{r, select, a {x} other {y}}', '{r, select, other {ย}}')[0] ?? '',
      /select, a other/,
    );
  });

  it('refuses a message that does not parse', () => {
    assert.deepEqual(compare('Delete {name', 'ลบ {name}'), ['en: a.b is not a valid ICU message']);
  });

  it('refuses Thai that is still English, but not a name or a technical term', () => {
    assert.match(compare('Delete this video', 'Delete this video')[0] ?? '', /still English/);
    assert.match(compare('Delete this video', 'Remove the video')[0] ?? '', /still English/);
    assert.match(compare('Read-only', 'Read-only')[0] ?? '', /still English/);
    assert.deepEqual(compare('Webhook', 'Webhook'), []);
    assert.deepEqual(compare('Multi-DRM', 'Multi-DRM'), []);
    assert.deepEqual(compare('Signed URL', 'Signed URL'), []);
    assert.deepEqual(compare('URL: {playbackAddress}', 'URL: {playbackAddress}'), []);
  });
});

it('finds arguments inside plurals, selects and tags', () => {
  assert.equal(
    argumentsOf('{n, plural, other {<b>{a}</b> of {t, number}}}'),
    '<b>, {a}, {n, number}, {t, number}',
  );
});
