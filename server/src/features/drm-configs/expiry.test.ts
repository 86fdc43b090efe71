import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CERTIFICATE_WARNING_DAYS } from '@kinora/contract/bounds';
import { makeTestCertificate, toPem } from '@kinora/contract/test-certificate';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { startMails, type Mails } from '../../test-mails.ts';
import { notifyExpiries } from './work.ts';

const DAY_MS = 24 * 3600 * 1000;
let app: TestApp;
let mails: Mails;
let admin: Person;
let other: Person;
let teamId: string;

before(async () => {
  app = await startTestApp();
  mails = await startMails(app.context);
  const team = await app.addTeam('siam');
  ({ admin } = team);
  ({ teamId } = team.scope);
  other = await app.addPerson(team.scope, 'admin');
  await app.addPerson(team.scope, 'manager');
  const { db } = app.context;
  await db.updateTable('accounts').set({ lang: 'en' }).where('id', '=', other.id).execute();
  await db.updateTable('accounts').set({ lang: 'th' }).where('id', '=', admin.id).execute();
});
after(async () => {
  await mails.stop();
  await app.close();
});

const notAfter = new Date(Date.now() + 400 * DAY_MS);

async function setFairplay(method: 'POST' | 'PUT'): Promise<void> {
  const made = makeTestCertificate({ notAfter });
  const answer = await app.call(method, `/api/v1/drm-configs/${teamId}/fairplay-ksm`, {
    as: admin,
    body: {
      serviceName: 'Studio',
      hdcpType: 'none',
      certificate: toPem(made),
      privateKey: made.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ask: '0'.repeat(32),
    },
  });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
}

const tell = (now: Date) => notifyExpiries(app.context, now, new AbortController().signal);

test('admins are told once of each certificate, each in their language', async () => {
  await setFairplay('POST');
  const due = new Date(notAfter.getTime() - CERTIFICATE_WARNING_DAYS * DAY_MS);
  await tell(new Date(due.getTime() - DAY_MS));
  assert.deepEqual(await mails.sent(), []);
  await tell(due);
  await tell(new Date(notAfter.getTime() + DAY_MS));
  const sent = await mails.sent();
  assert.equal(sent.length, 2);
  for (const [person, isThai] of [
    [admin, true],
    [other, false],
  ] as const) {
    const mail = sent.find((one) => one.includes(`To: ${person.email}`)) ?? '';
    const body = mail.slice(mail.indexOf('\n\n'));
    assert.ok(body.includes(`${app.context.config.publicUrl}/siam/manage/multi-drm`), mail);
    assert.ok(body.includes('Studio'));
    assert.equal(/[\u0e00-\u0e7f]/.test(body), isThai, mail);
  }
  await setFairplay('PUT');
  await tell(due);
  assert.equal((await mails.sent()).length, 4);
});
