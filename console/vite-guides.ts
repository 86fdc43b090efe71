import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { joinLoanwords } from '@kinora/i18n/loanwords';
import { marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { GUIDES } from './src/base/guides.ts';
import type { Block, Guide, Words } from './src/features/help/rules/guide.ts';

const GUIDE = /\/docs\/help\/(en|th)\/[\w-]+\.md$/;
const LANGUAGES: Record<string, string> = {
  '.mjs': 'Node',
  '.ts': 'TypeScript',
  '.php': 'PHP',
  '.py': 'Python',
  '.sh': 'Shell',
};

/**
 * Turns a guide (Markdown) into what the console draws, without HTML: whatever a guide may not hold
 * fails the build. A paragraph that is a link to an example alone becomes the example's text. Headings
 * have the ids of the English guide, so that a link holds in both languages.
 *
 * @param path where the guide lies, below `docs/help/{language}`
 */
export function readGuide(path: string): { guide: Omit<Guide, 'pictures'>; files: string[] } {
  const reader = { path, ids: listIds(path), files: [] as string[] };
  const [title, lead, ...rest] = lex(path);
  if (title?.type !== 'heading' || title.depth !== 1) throw fault(reader, 'begins with its title');
  if (lead?.type !== 'paragraph') throw fault(reader, 'says in a paragraph what it is about');
  const { text: heading } = title as Tokens.Heading;
  const { text: summary } = lead as Tokens.Paragraph;
  const name = GUIDES.find((one) => one === basename(path, '.md'));
  if (name === undefined) throw fault(reader, 'is not listed in console/src/base/guides.ts');
  const blocks = toBlocks(rest, reader);
  if (reader.ids.length > 0) throw fault(reader, `lacks the heading #${reader.ids[0]}`);
  return {
    guide: { name, title: joinLoanwords(heading), lead: joinLoanwords(summary), blocks },
    files: reader.files,
  };
}

/** Builds the guides of `docs/help` into the console, each as a module. */
export function guides(): Plugin {
  return {
    name: 'kinora-guides',
    enforce: 'pre',
    transform: {
      filter: { id: GUIDE },
      handler(_code, id) {
        const { guide, files } = readGuide(id);
        for (const file of files) this.addWatchFile(file);
        const pictures = guide.blocks.flatMap((block) =>
          block.is === 'picture' ? [block.file] : [],
        );
        const imports = pictures.map(
          (file, at) => `import picture${at} from ${JSON.stringify(`./${file}?url`)};`,
        );
        const entries = pictures.map((file, at) => `${JSON.stringify(file)}: picture${at}`);
        return {
          code: `${imports.join('')}
            export default { ...${JSON.stringify(guide)}, pictures: {${entries.join()}} };`,
          map: null,
        };
      },
    },
  };
}

/** The ids that are left for headings, in their order, and files that were read besides. */
type Reader = { path: string; ids: string[]; files: string[] };

const fault = ({ path }: Pick<Reader, 'path'>, words: string) =>
  new Error(`${path}: a guide ${words}`);

const lex = (path: string): Token[] =>
  marked.lexer(readFileSync(path, 'utf8')).filter(({ type }) => type !== 'space');

/** Lists the ids of a guide's headings, by its English text. */
function listIds(path: string): string[] {
  const english = join(dirname(path), '../en', basename(path));
  return lex(english).flatMap((token) =>
    token.type === 'heading' && token.depth > 1 ? [toId((token as Tokens.Heading).text)] : [],
  );
}

const toId = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function toBlocks(tokens: readonly Token[], reader: Reader): Block[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => toBlock(token, reader));
}

function toBlock(token: Token, reader: Reader): Block {
  switch (token.type) {
    case 'heading':
      return toHeading(token as Tokens.Heading, reader);
    case 'paragraph':
      return toParagraph(token as Tokens.Paragraph, reader);
    // An item of a tight list holds its words so.
    case 'text':
      return { is: 'paragraph', words: toWords((token as Tokens.Text).tokens, reader) };
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      const blocks = items.map((item) => toBlocks(item.tokens, reader));
      return { is: 'list', isOrdered: ordered, items: blocks };
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => toWords(cell.tokens, reader));
      return { is: 'table', head: cells(header), rows: rows.map(cells) };
    }
    case 'code': {
      const { lang = '', text } = token as Tokens.Code;
      return { is: 'code', language: lang, code: text };
    }
    case 'blockquote':
      return { is: 'note', blocks: toBlocks((token as Tokens.Blockquote).tokens, reader) };
    default:
      throw fault(reader, `holds no ${token.type}: ${token.raw.trim().slice(0, 60)}`);
  }
}

function toHeading({ depth, tokens }: Tokens.Heading, reader: Reader): Block {
  const id = reader.ids.shift();
  if (id === undefined) throw fault(reader, 'has as many headings as the English one');
  if (depth !== 2 && depth !== 3) throw fault(reader, 'has headings of levels 2 and 3');
  return { is: 'heading', level: depth, id, words: toWords(tokens, reader) };
}

function toParagraph({ tokens }: Tokens.Paragraph, reader: Reader): Block {
  const [only] = tokens;
  if (tokens.length > 1 || only === undefined) {
    return { is: 'paragraph', words: toWords(tokens, reader) };
  }
  if (only.type === 'image') return toPicture(only as Tokens.Image, reader);
  const href = only.type === 'link' ? (only as Tokens.Link).href : '';
  if (!href.startsWith('../../examples/')) {
    return { is: 'paragraph', words: toWords(tokens, reader) };
  }
  const file = join(dirname(reader.path), href);
  reader.files.push(file);
  const language = LANGUAGES[extname(file)] ?? '';
  const code = readFileSync(file, 'utf8').trimEnd();
  return { is: 'code', language, code, file: basename(file) };
}

function toPicture({ href, text }: Tokens.Image, reader: Reader): Block {
  const path = join(dirname(reader.path), href);
  reader.files.push(path);
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(path, 'utf8')) ?? [];
  if (height === undefined) throw fault(reader, `shows SVGs with a viewBox, unlike ${href}`);
  return {
    is: 'picture',
    file: href,
    alt: text,
    width: Number(width),
    height: Number(height),
  };
}

function toWords(tokens: readonly Token[] | undefined, reader: Reader): Words {
  return (tokens ?? []).map((token) => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return joinLoanwords((token as Tokens.Text).text);
      case 'strong':
      case 'em':
        return { as: token.type, words: toWords((token as Tokens.Strong).tokens, reader) };
      case 'codespan':
        return { as: 'code', words: [(token as Tokens.Codespan).text] };
      case 'link': {
        const { href, tokens: inner } = token as Tokens.Link;
        if (!leadsSomewhere(href, reader)) throw fault(reader, `has no link to ${href}`);
        return { as: 'link', href, words: toWords(inner, reader) };
      }
      default:
        throw fault(reader, `holds no ${token.type}: ${token.raw.slice(0, 60)}`);
    }
  });
}

/** Says whether a link of a guide is one that the console can follow (`rules/links.ts`). */
function leadsSomewhere(href: string, { path }: Reader): boolean {
  if (/^(https|console):/.test(href)) return true;
  const found = /^([\w-]+\.md)?(?:#([\w-]+))?$/.exec(href);
  if (found === null || href === '') return false;
  const [, file = basename(path), heading] = found;
  if (!GUIDES.some((name) => `${name}.md` === file)) return false;
  return heading === undefined || listIds(join(dirname(path), file)).includes(heading);
}
