/** A literal or template chunk of a source text; offset is that of its quote or slash. */
type Literal = { offset: number; value: string };

export type Scan = {
  /** The text, as long as before, with comments and the insides of strings blanked. */
  code: string;
  literals: ReadonlyMap<number, Literal>;
  /** Regular expressions as they are written; their flags follow. */
  patterns: readonly Literal[];
};

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|void|await))$/;
const BLANK = /[^\n]/g;

/**
 * Tells code from comments, strings and regular expressions. TypeScript 7 has no JavaScript API,
 * and the rules need no syntax tree: only where an import or a call really is one.
 */
export function scanSource(text: string): Scan {
  const literals = new Map<number, Literal>();
  const patterns: Literal[] = [];
  let code = '';
  const blank = (end: number) => {
    code += text.slice(code.length, end).replaceAll(BLANK, ' ');
  };
  // For each template that is open: how many braces its current ${…} has open.
  const templates: number[] = [];
  const template = (from: number) => {
    const end = templateEnd(text, from);
    literals.set(from - 1, { offset: from - 1, value: text.slice(from, end) });
    blank(end);
    const opens = text.startsWith('${', end);
    if (opens) templates.push(0);
    code += text.slice(end, end + (opens ? 2 : 1));
  };
  while (code.length < text.length) {
    const at = code.length;
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '/' && next === '/') blank(orEnd(text.indexOf('\n', at), text));
    else if (char === '/' && next === '*') blank(orEnd(text.indexOf('*/', at + 2), text, 2));
    else if (char === '/' && isRegex(code, text, at)) {
      const end = regexEnd(text, at);
      if (end > at + 1) patterns.push({ offset: at, value: text.slice(at, end) });
      blank(end);
    } else if (char === '"' || char === "'") {
      const end = stringEnd(text, at);
      literals.set(at, { offset: at, value: text.slice(at + 1, end) });
      code += char;
      blank(end);
      if (text[end] === char) code += char;
    } else if (char === '`') {
      code += char;
      template(at + 1);
    } else {
      const open = templates.at(-1);
      code += char;
      if (open === undefined) continue;
      if (char === '{') templates[templates.length - 1] = open + 1;
      else if (char === '}' && open > 0) templates[templates.length - 1] = open - 1;
      else if (char === '}') {
        templates.pop();
        template(at + 1);
      }
    }
  }
  return { code, literals, patterns };
}

function orEnd(found: number, text: string, width = 0): number {
  return found === -1 ? text.length : found + width;
}

/** The closing quote; a string never runs past its line, so an apostrophe in JSX costs one line. */
function stringEnd(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
}

function templateEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`' || text.startsWith('${', at)) return at;
  }
  return text.length;
}

function isRegex(code: string, text: string, at: number): boolean {
  // JSX: </p> and <br />
  if (text[at - 1] === '<' || text[at + 1] === '>') return false;
  return REGEX_MAY_FOLLOW.test(code.slice(-200).trimEnd());
}

function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return start + 1;
}
