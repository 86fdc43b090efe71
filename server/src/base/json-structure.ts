const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const OPENING: ReadonlySet<number> = new Set(Buffer.from('[{'));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(']}'));

/** No input of the contract is a tenth as deep. */
const MAX_DEPTH = 32;
/** 500 videos with 50 tags each are one request. */
const MAX_MEMBERS = 30_000;
/** Names cost most: unknown ones are taken out again. Those videos have 3,000. */
const MAX_NAMES = 10_000;

/**
 * Whether a JSON text has a structure that is soon parsed and checked: a megabyte holds 500,000 arrays in
 * each other, or 100,000 names, each of which costs what is made of it. Looks at the bytes once; what is no JSON is left to the parser.
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
