/** A request of a page, as player.js writes it. */
export type Message = {
  readonly method: string;
  readonly value: unknown;
  /** The answer repeats it. */
  readonly listener: string | null;
};

/** A token for licences has at most some 8,000 letters, and nothing else of the protocol comes near. */
const MAX_TEXT_LENGTH = 10_000;
const MAX_NAME_LENGTH = 100;

/** Parses a message of player.js; null for anything else. */
export function parseMessage(data: unknown): Message | null {
  const parsed = typeof data === 'string' ? parseText(data) : data;
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { context, method, value, listener = null } = parsed as Record<string, unknown>;
  if (context !== 'player.js' || !isName(method)) return null;
  return listener === null || isName(listener) ? { method, value, listener } : null;
}

function parseText(text: string): unknown {
  if (text.length > MAX_TEXT_LENGTH) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH;
}
