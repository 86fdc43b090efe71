import assert from 'node:assert/strict';
import { test } from 'node:test';
import { romaniseThai } from './romanise-thai.ts';

test('Thai is written so that one who knows the name reads it', () => {
  const names = {
    ข่าวภาคค่ำ: 'khaophakhkham',
    โปรเจกต์: 'prochek',
    เพลง: 'phleng',
    ครัว: 'khrua',
    เมือง: 'mueang',
    เรียน: 'rian',
    อาหาร: 'ahar',
    เรา: 'rao',
    มือถือ: 'muethue',
    ขอ: 'kho',
    ใหม่: 'mai',
    ไทย: 'thai',
    ธรรมะ: 'thama',
    สัมภาษณ์: 'samphas',
  };
  for (const [name, latin] of Object.entries(names)) assert.equal(romaniseThai(name), latin, name);
});

test('digits become Latin ones, and what is no Thai stays', () => {
  assert.equal(romaniseThai('ปี ๒๕๖๙: News'), 'pi 2569: News');
});
