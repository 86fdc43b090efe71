const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));

/** No input of the contract is a tenth as deep. */
const MAX_DEPTH = 32;
/** 500 videos with 50 tags each are one request. */
const MAX_MEMBERS = 30_000;
/** Names cost most, since unknown ones are taken out again. The 500 videos above have 3,000. */
const MAX_NAMES = 10_000;

/**
 * Says whether a JSON text is cheap to parse and check: a megabyte may hold 500,000 nested arrays
 * or 100,000 names. It looks at the bytes once and leaves invalid JSON to the parser.
 */
export function hasModestStructure(json: Uint8Array): boolean {
  let depth = 0;
  let members = 0;
  let names = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COLON) names += 1;
    else if (byte === COMMA) members += 1;
    else if (OPENING.has(byte)) {
      members += 1;
      depth += 1;
      if (depth > MAX_DEPTH) return false;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return members <= MAX_MEMBERS && names <= MAX_NAMES;
}
