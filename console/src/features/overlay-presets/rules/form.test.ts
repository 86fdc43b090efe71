import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFile, checkOverlay, checkPixels, EMPTY_FORM, toInput } from './form.ts';

const codes = (form: typeof EMPTY_FORM) =>
  Object.fromEntries(Object.entries(checkOverlay(form)).map(([field, { code }]) => [field, code]));

test('a new overlay lacks only its name', () => {
  assert.deepEqual(codes(EMPTY_FORM), { name: 'required' });
  assert.deepEqual(codes({ ...EMPTY_FORM, name: 'โลโก้' }), {});
});

test('size, opacity and margin are whole numbers within their bounds', () => {
  const form = { ...EMPTY_FORM, name: 'โลโก้' };
  assert.deepEqual(codes({ ...form, sizePercent: '0' }), { sizePercent: 'too_small' });
  assert.deepEqual(codes({ ...form, opacityPercent: '101' }), { opacityPercent: 'too_big' });
  assert.deepEqual(codes({ ...form, marginPercent: '1.5' }), { marginPercent: 'not_whole' });
  assert.deepEqual(codes({ ...form, marginPercent: '0' }), {});
  assert.equal(toInput({ ...form, sizePercent: ' 25 ' }).sizePercent, 25);
});

test('a picture is PNG or JPEG, of at most 2 MB and 4 megapixels', () => {
  assert.equal(checkFile({ type: 'image/svg+xml', size: 10 }), 'imageType');
  assert.equal(checkFile({ type: 'image/png', size: 2 * 1024 * 1024 + 1 }), 'imageBytes');
  assert.equal(checkFile({ type: 'image/jpeg', size: 2 * 1024 * 1024 }), undefined);
  assert.equal(checkPixels(2001, 2000), 'imagePixels');
  assert.equal(checkPixels(8192, 1), undefined);
  assert.equal(checkPixels(1, 8193), 'imagePixels');
  assert.equal(checkPixels(2000, 2000), undefined);
});
