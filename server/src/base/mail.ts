import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from './config.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';

export type Mail = { to: string; subject: string; text: string; html?: string };

export type Mailer = {
  /** Resolves when the server has taken the mail, or it is whole in the outbox. */
  send: (mail: Mail) => Promise<void>;
  close: () => void;
};

/** Mails go out over SMTP_URL; without one they are kept as files under `DATA_DIR/outbox`. */
export function openMail(config: Config, log: Log): Mailer {
  const from = { name: 'Kinora', address: `no-reply@${new URL(config.publicUrl).hostname}` };
  const { smtpUrl } = config.secrets;
  return smtpUrl ? openSmtp(smtpUrl, from) : openOutbox(join(config.dataDir, 'outbox'), from, log);
}

/** An address given as text may name several receivers: `a,b@c` would be two. */
const withOneReceiver = (mail: Mail) => ({ ...mail, to: { name: '', address: mail.to } });

type Sender = { name: string; address: string };

function openSmtp(url: string, from: Sender): Mailer {
  const transport: Transporter = createTransport(url, {
    from,
    // Mails hold our own text only: nothing in them may fetch a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail(withOneReceiver(mail));
    },
    close: () => transport.close(),
  };
}

function openOutbox(folder: string, from: Sender, log: Log): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(withOneReceiver(mail));
      const path = join(folder, `${newId()}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The file is renamed when complete, so that no reader sees half a mail.
      await writeFile(`${path}.new`, message, { mode: 0o600 });
      await rename(`${path}.new`, path);
      // The log says where it is and never quotes it: it may hold a link that lets its reader in.
      const text = `A mail to ${mail.to} is kept in ${path}: ${mail.subject}`;
      log.notice({ to: mail.to, subject: mail.subject, path, text }, 'mail kept in the outbox');
    },
    close: () => transport.close(),
  };
}
