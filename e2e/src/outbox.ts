import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@kinora/contract/test-until';

/** Waits for the next mail to `to`, takes it out of the outbox and returns its text. */
export async function takeMail(dataDir: string, to: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  return until(`a mail to ${to}`, async () => {
    const files = await readdir(folder).catch(() => []);
    for (const file of files.filter((name) => name.endsWith('.eml'))) {
      const text = readable(await readFile(join(folder, file), 'utf8'));
      if (!text.includes(`To: ${to}`)) continue;
      await rm(join(folder, file));
      return text;
    }
    return null;
  });
}

/** Undoes quoted-printable and base64 bodies (RFC 2045 §6.7 and §6.8). */
function readable(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) {
    return `${head}\n\n${Buffer.from(text, 'base64').toString('utf8')}`;
  }
  if (!/transfer-encoding: quoted-printable/i.test(head)) return mail;
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return `${head}\n\n${Buffer.from(bytes, 'latin1').toString('utf8')}`;
}
