import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResetMail } from './reset-mail.ts';

const mail = (lang: 'en' | 'th') =>
  createResetMail({ to: 'a@b.c', lang, token: 't/ok+en', publicUrl: 'https://kinora.example' });

test('the mail has one link with the token, in the reader’s language', () => {
  const link = 'https://kinora.example/accounts/reset-password?token=t%2Fok%2Ben';
  for (const lang of ['en', 'th'] as const) {
    const { to, subject, text } = mail(lang);
    assert.equal(to, 'a@b.c');
    assert.equal(/[\u0e00-\u0e7f]/.test(subject + text), lang === 'th');
    const [greeting, body, address, ignore] = text.split('\n\n');
    assert.equal(address, link);
    for (const part of [subject, greeting, body, ignore]) assert.ok(part?.trim(), lang);
  }
});
