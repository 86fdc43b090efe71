import { parseSync } from 'oxc-parser';
import { lineOf } from '../layout/source.ts';

/** One small change of a source file: `text` stands where `start` to `end` stood. */
export type Mutant = { path: string; line: number; start: number; end: number; text: string };

type Node = { type: string; start: number; end: number; [field: string]: unknown };

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
};
/** These nodes have an expression beside a type. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];
const NAMES_OF_FILES = ['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'];

/** Every small change of a file that its tests should see, in the order of the file. */
export function listMutants(path: string, text: string): Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return mutantsBelow(program as unknown as Node, text)
    .map((mutant) => ({ ...mutant, path, line: lineOf(text, mutant.start) }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

type Change = Pick<Mutant, 'start' | 'end' | 'text'>;

function mutantsBelow(node: Node, text: string): Change[] {
  if (NAMES_OF_FILES.includes(node.type)) return [];
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.includes(node.type)) return [];
  // Words for the reader of a log: no test has to know them by heart.
  if (node.type === 'NewExpression' && textOf(field(node, 'callee'), text).endsWith('Error'))
    return [];
  const product = productOf(node);
  if (product !== null) return [{ ...rangeOf(node), text: String(product * 2) }];
  const below = childrenOf(node).flatMap((child) => mutantsBelow(child, text));
  return [...changesOf(node, text), ...below];
}

/** `8 * 1024 * 1024` is one number with its unit, so that one change asks whether a test holds it. */
function productOf(node: Node): number | null {
  if (node.type !== 'BinaryExpression' || node['operator'] !== '*') return null;
  const factors = [field(node, 'left'), field(node, 'right')].map((factor) =>
    typeof factor['value'] === 'number' ? factor['value'] : productOf(factor),
  );
  const [left = null, right = null] = factors;
  return left === null || right === null ? null : left * right;
}

function changesOf(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return swapOperator(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!'
        ? [{ ...rangeOf(node), text: textOf(argument(node), text) }]
        : [];
    case 'Literal':
      return changeLiteral(node);
    case 'TemplateElement':
      return emptyText(node, text);
    case 'IfStatement':
    case 'ConditionalExpression':
      return ['true', 'false'].map((test) => ({ ...rangeOf(field(node, 'test')), text: test }));
    case 'ExpressionStatement':
      return typeof node['directive'] === 'string' ? [] : [{ ...rangeOf(node), text: ';' }];
    default:
      return [];
  }
}

function swapOperator(node: Node, text: string): Change[] {
  const operator = String(node['operator']);
  const swapped = SWAPPED[operator];
  const left = field(node, 'left');
  const right = field(node, 'right');
  if (!swapped || (operator === '+' && [left, right].some(isText))) return [];
  const start = text.indexOf(operator, left.end);
  const change = { start, end: start + operator.length, text: swapped };
  // `a ?? b && c` is no JavaScript without brackets.
  if (operator !== '??') return [change];
  return [{ ...rangeOf(node), text: `(${textOf(left, text)}) && (${textOf(right, text)})` }];
}

function changeLiteral(node: Node): Change[] {
  const { value } = node;
  if (typeof value === 'number') return [{ ...rangeOf(node), text: String(value + 1) }];
  if (typeof value === 'bigint') return [{ ...rangeOf(node), text: `${value + 1n}n` }];
  if (typeof value === 'boolean') return [{ ...rangeOf(node), text: String(!value) }];
  return typeof value === 'string' && value !== '' ? [{ ...rangeOf(node), text: "''" }] : [];
}

/** The ranges of these nodes include `}` and `${` around them. */
function emptyText(node: Node, text: string): Change[] {
  const { raw } = node['value'] as { raw: string };
  const start = text.indexOf(raw, node.start);
  return raw.trim() === '' ? [] : [{ start, end: start + raw.length, text: '' }];
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || typeof node['value'] === 'string';
}

/** All nodes that stand in a node, without the names of its fields and of imported files. */
function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'key' && node['computed'] !== true) return [];
    if (name === 'source' && node.type === 'ExportNamedDeclaration') return [];
    return (Array.isArray(value) ? value : [value]).filter(isNode);
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function field(node: Node, name: string): Node {
  const value = node[name];
  if (!isNode(value)) throw new Error(`a ${node.type} without ${name}`);
  return value;
}

const argument = (node: Node) => field(node, 'argument');

const rangeOf = ({ start, end }: Node) => ({ start, end });

const textOf = ({ start, end }: Node, text: string) => text.slice(start, end);
