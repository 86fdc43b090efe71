import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { readConfig } from './config.ts';
import { openLog } from './log.ts';
import { openMail } from './mail.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-mail-'));
after(() => rm(folder, { recursive: true }));

const link = 'http://localhost:8080/accounts/reset-password?token=knr_reset_canary';
const mail = { to: 'malee@example.com', subject: 'ตั้งรหัสผ่านใหม่', text: `เปิดลิงก์นี้\n${link}\n` };

function configOf(env: Record<string, string>) {
  const SECRET_KEY = '9f2c7e41b0a85d36e1f4c29a7b3d6058';
  return readConfig({
    DATA_DIR: folder,
    SECRET_KEY,
    PUBLIC_URL: 'https://video.example.com',
    ...env,
  });
}

/** The readable text of a message: nodemailer writes Thai as base64 or quoted-printable. */
function textOf(message: string): string {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('with SMTP_URL a mail goes to the server, from the console’s host', async () => {
  let envelope: unknown;
  let message = '';
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: (stream, session, done) => {
      envelope = session.envelope;
      stream.setEncoding('utf8').on('data', (chunk: string) => (message += chunk));
      stream.on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = openMail(configOf({ SMTP_URL: `smtp://127.0.0.1:${port}` }), openLog('test'));
  await mailer.send(mail);
  mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
  const { mailFrom, rcptTo } = envelope as { mailFrom: { address: string }; rcptTo: object[] };
  assert.equal(mailFrom.address, 'no-reply@video.example.com');
  assert.deepEqual(
    rcptTo.map((to) => (to as { address: string }).address),
    ['malee@example.com'],
  );
  assert.ok(textOf(message).includes(link));
});

test('a server that refuses a mail is the caller’s error', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(new Error('no such person')),
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailer = openMail(configOf({ SMTP_URL: `smtp://127.0.0.1:${port}` }), openLog('test'));
  await assert.rejects(mailer.send(mail), /no such person/);
  mailer.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

test('without SMTP_URL a mail is kept in the outbox, and the log names its place but not its content', async () => {
  let log = '';
  const destination = { write: (line: string) => void (log += line) };
  await openMail(configOf({}), openLog('test', destination)).send(mail);
  const [name = ''] = await readdir(join(folder, 'outbox'));
  const path = join(folder, 'outbox', name);
  const message = await readFile(path, 'utf8');
  assert.match(message, /^To: malee@example.com\r$/m);
  assert.ok(textOf(message).includes(link));
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.ok(log.includes(path));
  assert.ok(!log.includes('canary'), log);
});

test('an address adds neither headers nor receivers to a mail', async () => {
  const own = await mkdtemp(join(tmpdir(), 'kinora-mail-'));
  const mailer = openMail(configOf({ DATA_DIR: own }), openLog('test'));
  const addresses = [
    'malee@example.com\r\nBcc: evil@evil.test',
    'malee@example.com\nSubject: other',
    'malee@example.com, evil@evil.test',
    '"x" <evil@evil.test>, malee@example.com',
    'malee@example.com;evil@evil.test',
    'malee@example.com\r\n\r\nother text',
  ];
  for (const to of addresses) await mailer.send({ ...mail, to });
  const subject = 'one\r\nBcc: evil@evil.test\r\n\r\ntext';
  await mailer.send({ ...mail, subject });
  mailer.close();
  const folder = join(own, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  assert.equal(names.length, addresses.length + 1);
  for (const name of names) {
    const [head = ''] = (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n', 1);
    const headers = head.split(/\r\n(?!\s)/).map((line) => line.split(':', 1)[0]?.toLowerCase());
    assert.ok(!headers.includes('bcc') && !headers.includes('cc'), head);
    for (const one of ['to', 'subject', 'from']) {
      assert.equal(headers.filter((header) => header === one).length, 1, head);
    }
    const to = head.split(/\r\n(?!\s)/).find((line) => /^to:/i.test(line)) ?? '';
    // The text has to stay one address: a comma between two would stand outside of quotes.
    assert.ok(
      !to
        .replaceAll(/"[^"]*"/g, '')
        .replaceAll(/<[^>]*>/g, '')
        .includes(','),
      to,
    );
  }
  await rm(own, { recursive: true });
});
