import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { isDisjointWith, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import { listPatterns } from './listed-patterns.ts';
import { isShipped, type Rule } from './source.ts';

/** Says where text of strangers is read: requests, uploaded files, documents, object keys, manifests. */
const WALLED =
  /^(server|edge|contract|media|manifests|playback-rules|sign|storage|egress|player|deploy\/nginx)\//;
/** These meet no text of strangers: the operator's settings and processes, the product's files. */
const OWN_TEXT = new Set([
  'server/src/base/config.ts',
  'postgres/src/leftovers.ts',
  'edge/src/player-assets.ts',
]);

/**
 * A regular expression that meets text of strangers must take time in proportion to its length:
 * one that takes its square blocks a process with a single request.
 */
export const linearPatterns: Rule = (tree) =>
  [...tree.keys()]
    .filter((path) => isShipped(path) && WALLED.test(path) && !OWN_TEXT.has(path))
    .flatMap((path) =>
      listPatterns(tree, path).flatMap(({ line, source, flags }) => {
        if (source === null) {
          const message = `nobody can tell how long this regular expression takes: make it of texts that stand in this file`;
          return [{ path, line, message }];
        }
        const cause = causeOfSquare(source, flags);
        if (!cause) return [];
        const message = `/${source}/${flags} takes time with the square of a text's length: ${cause}; bound it, or leave away what it begins with`;
        return [{ path, line, message }];
      }),
    );

/** The part of an expression that makes it slow; null when nothing does. */
export function causeOfSquare(source: string, flags: string): string | null {
  const [report] = analyse({ source, flags }).reports;
  if (report) return `${report.type} of ${JSON.stringify(report.character.pick)}`;
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const runs: AST.Quantifier[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter: (node) => void (node.max === Infinity && runs.push(node)),
  });
  return runs.find((run) => beginsInside(run, flags))?.raw ?? null;
}

/**
 * Says whether a search that fails after a run can restart inside it, and so reads the run again from each of
 * its positions: the part before the run can match inside it, and the part after it can fail. Assertions
 * before it are assumed to hold.
 */
function beginsInside(run: AST.Quantifier, flags: string): boolean {
  const before: AST.Element[] = [];
  const behind: AST.Element[] = [];
  for (let node: AST.Node = run; node.parent; node = node.parent) {
    if (node.parent.type !== 'Alternative') continue;
    const { elements } = node.parent;
    const at = elements.findIndex((element) => element === node);
    before.unshift(...elements.slice(0, at));
    behind.push(...elements.slice(at + 1));
  }
  if (!behind.some(canFail)) return false;
  if (!flags.includes('m') && before.some(isStart)) return false;
  const prefix = languageOf(before.map(({ raw }) => raw).join(''), flags);
  return !isDisjointWith(prefix, languageOf(`(?:${run.element.raw})*`, flags));
}

function canFail(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min > 0 && canFail(element.element);
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return true;
  return element.alternatives.every(({ elements }) => elements.some(canFail));
}

function isStart(element: AST.Element): boolean {
  return element.type === 'Assertion' && element.kind === 'start';
}

function languageOf(source: string, flags: string): NFA {
  const parser = JS.Parser.fromLiteral({ source, flags });
  const { expression, maxCharacter } = parser.parse({ assertions: 'ignore' });
  return NFA.fromRegex(expression, { maxCharacter });
}
