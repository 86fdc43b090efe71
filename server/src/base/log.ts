import pino, { type DestinationStream, type Logger } from 'pino';
import { getLogFormat, type LogFormat } from './config.ts';
import { toTextLine } from './log-text.ts';

/** `notice` is for messages that are no fault but still matter to a person (RFC 5424 §6.2.1). */
export type Log = Logger<'notice'>;

export const HIDDEN = '[hidden]';

/** Fields whose values never reach a log, at any depth that our events and errors have. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'currentPassword',
  'passwordHash',
  'token',
  'accessToken',
  'secret',
  'secretKey',
  'privateKey',
  'privateKeyPassphrase',
  'ask',
  'signingKey',
  'signingIv',
  'connectionString',
  'databaseUrl',
  'smtpUrl',
];

/**
 * Forms that give a secret away inside a text: our own tokens, bearer and basic credentials, passwords
 * in addresses, signatures and tokens in query parameters (ours, S3's and the older signed form).
 * Every line meets them, so each begins with fixed letters that no later part of it can match.
 */
const SECRET_TEXTS: [RegExp, string][] = [
  [/\bknr_[a-z]+_[\w-]+/g, HIDDEN],
  [/\$argon2[a-z]*\$[\w$=,+/.-]+/g, HIDDEN],
  [/\b(bearer|basic)\s+[\w.~+/=-]{12,}/gi, `$1 ${HIDDEN}`],
  [/(:\/\/[^\s:@/]*:)[^\s@/]+@/g, `$1${HIDDEN}@`],
  [
    /([?&#](?:x_signature|x_ark_signature|x-amz-signature|x-amz-credential|x-amz-security-token|signature|token|secret|password|code)=)[^&\s"'#]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** The text with every secret that shows by its form replaced. */
export function hideSecrets(text: string): string {
  return SECRET_TEXTS.reduce((out, [pattern, by]) => out.replace(pattern, by), text);
}

/**
 * Lines on standard output: JSON, `{level, time, role, …fields, msg}`, or short ones for a person, of
 * notices and trouble alone. Values of secret fields are replaced by pino, secrets inside texts
 * (addresses, messages, stacks) on the finished line.
 */
export function openLog(
  role: string,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
  format: LogFormat = getLogFormat(),
): Log {
  const paths = SECRET_FIELDS.flatMap((field) => {
    const name = `["${field}"]`;
    return [name, `*${name}`, `*.*${name}`, `*.*.*${name}`];
  });
  return pino(
    {
      base: { role },
      customLevels: { notice: 35 },
      level: format === 'text' ? 'notice' : 'info',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths, censor: HIDDEN },
      hooks: {
        streamWrite: (line) =>
          format === 'text' ? toTextLine(hideSecrets(line)) : hideSecrets(line),
      },
    },
    destination,
  );
}

/** Keeps a few members alone: libraries hang whole connections on their errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    // PostgreSQL's other details quote whole rows.
    ...(typeof detail === 'string' && detail.startsWith('Key ') ? { detail } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
