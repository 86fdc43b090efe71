import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormats, formatClock } from './format.ts';

const timeZone = 'Asia/Bangkok';
const evening = '2026-11-19T11:42:00Z';
const thai = createFormats({
  lang: 'th',
  years: 'buddhist',
  timeZone,
  now: () => Date.parse(evening),
});
const gregorian = createFormats({ lang: 'th', years: 'gregorian', timeZone });
const english = createFormats({
  lang: 'en',
  years: 'buddhist',
  timeZone,
  now: () => Date.parse(evening),
});

test('Thai years are Buddhist unless the person wants Gregorian', () => {
  assert.equal(thai.date(evening), '19 พ.ย. 2569');
  assert.equal(gregorian.date(evening), '19 พ.ย. 2026');
});

test('English years are Gregorian whatever the setting', () => {
  assert.equal(english.date(evening), '19 Nov 2026');
});

test('a time stands behind its date, and ends in น. in Thai', () => {
  assert.equal(thai.dateTime(evening), '19 พ.ย. 2569 18:42 น.');
  assert.equal(english.dateTime(evening), '19 Nov 2026, 18:42');
});

test('sizes count in 1024 with at most two decimals', () => {
  assert.equal(thai.bytes(0), '0 B');
  assert.equal(thai.bytes(1023), '1,023 B');
  assert.equal(thai.bytes(1024), '1 KB');
  assert.equal(thai.bytes(1_406_602_445), '1.31 GB');
  assert.equal(thai.bytes(1024 ** 5), '1,024 TB');
});

test('a size that would round to 1,024 takes the next unit', () => {
  assert.equal(thai.bytes(1024 * 1024 - 1), '1 MB');
});

test('bitrates count in 1000', () => {
  assert.equal(thai.bitrate(2_500_000), '2.5 Mbps');
  assert.equal(thai.bitrate(128_000), '128 Kbps');
});

test('a clock shows hours only from an hour on', () => {
  assert.equal(formatClock(0), '00:00');
  assert.equal(formatClock(768.9), '12:48');
  assert.equal(formatClock(3599), '59:59');
  assert.equal(formatClock(5527), '1:32:07');
});

test('a past time is written in its largest whole unit', () => {
  assert.equal(thai.relative('2026-11-16T11:00:00Z'), '3 วันที่ผ่านมา');
  assert.equal(english.relative('2026-11-19T09:40:00Z'), '2 hours ago');
  assert.equal(english.relative('2026-11-19T11:41:30Z'), 'just now');
  assert.equal(thai.relative('2026-11-19T11:41:30Z'), 'เมื่อสักครู่');
});

test('a list in Thai keeps Latin names off the word between them', () => {
  assert.equal(thai.list(['360p', '240p']), '360p และ 240p');
  assert.equal(thai.list(['1080p', '720p', 'เสียง']), '1080p 720p และเสียง');
  assert.equal(thai.list(['ข่าว', 'กีฬา']), 'ข่าวและกีฬา');
  assert.equal(english.list(['360p', '240p']), '360p and 240p');
});
