import { styleText } from 'node:util';

type Fields = {
  level: string;
  time: string;
  role: string;
  msg?: string;
  /** The message as a whole sentence, for a person. */
  text?: string;
  path?: string;
  err?: { message?: string; code?: string };
};

/** Advice against faults of the machine, by the error codes of Node and PostgreSQL. */
const HINTS: Record<string, string> = {
  ENOSPC: 'free some space on that disk',
  EROFS: 'the disk can only be read: mount it for writing',
  EACCES: 'let the user that runs Kinora read and write there',
  EPERM: 'let the user that runs Kinora read and write there',
  EMFILE: 'raise the limit of open files (ulimit -n)',
  ECONNREFUSED: 'nothing listens there; it is tried again',
  ENOTFOUND: 'that name is not known here; look at the settings and the DNS',
  '28P01': 'look at the password in DATABASE_URL',
  '53100': 'free some space on the disk of PostgreSQL',
  '53300': 'let PostgreSQL take more connections (max_connections)',
};

/**
 * A JSON line of the log as one short line for a person: time of day, role, what happened, and what
 * helps where that is known.
 */
export function toTextLine(json: string): string {
  const fields = JSON.parse(json) as Fields;
  const isTrouble = fields.level !== 'notice';
  const cause = fields.err?.message;
  const message = fields.text ?? fields.msg ?? '';
  const parts = [
    style('dim', toTimeOfDay(fields.time)),
    style('dim', fields.role.padEnd(7)),
    style(toColour(fields.level), toOneLine(cause ? `${message}: ${cause}` : message)),
  ];
  if (isTrouble) parts.push(style('dim', toHint(fields)));
  return `${parts.filter(Boolean).join(' ')}\n`;
}

function toHint({ level, err }: Fields): string {
  const hint = err?.code === undefined ? undefined : HINTS[err.code];
  if (hint) return `(${hint})`;
  return level === 'warn' ? '' : '(LOG_FORMAT=json shows all of it)';
}

function toColour(level: string): 'reset' | 'yellow' | 'red' {
  if (level === 'notice') return 'reset';
  return level === 'warn' ? 'yellow' : 'red';
}

/** Colours where the terminal has them and NO_COLOR does not say otherwise. */
function style(format: 'dim' | 'reset' | 'yellow' | 'red', text: string): string {
  return text === '' ? '' : styleText(format, text, { stream: process.stdout });
}

function toTimeOfDay(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB');
}

const MAX_LETTERS = 300;

/** Titles and messages are others' words: no control of the terminal, and no other order of letters. */
function toOneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX_LETTERS ? `${line.slice(0, MAX_LETTERS)}…` : line;
}
