import { toSearchText } from '../../../base/i18n/search-text.ts';
import type { Block, Guide, Words } from './guide.ts';

export type FoundGuide = {
  guide: Guide;
  /** Its sections that have the text; none where nothing is searched. */
  sections: readonly Section[];
};

export type Section = { id: string; title: string };

/** Finds the guides that have a text, with the sections that have it; all guides without a text. */
export function findGuides(guides: readonly Guide[], text: string): FoundGuide[] {
  const searched = toSearchText(text.trim());
  if (searched === '') return guides.map((guide) => ({ guide, sections: [] }));
  const has = (found: string) => toSearchText(found).includes(searched);
  return guides.flatMap((guide) => {
    const sections = listTexts(guide).filter((section) => has(section.text));
    const isFound = sections.length > 0 || has(`${guide.title} ${guide.lead}`);
    return isFound ? [{ guide, sections }] : [];
  });
}

/** Lists the sections of a guide: its headings of level 2. */
export function listSections({ blocks }: Pick<Guide, 'blocks'>): Section[] {
  return blocks.flatMap((block) =>
    block.is === 'heading' && block.level === 2
      ? [{ id: block.id, title: toText(block.words) }]
      : [],
  );
}

function listTexts(guide: Guide): (Section & { text: string })[] {
  const sections = listSections(guide).map((section) => ({ ...section, text: '' }));
  let at = -1;
  for (const block of guide.blocks) {
    if (block.is === 'heading' && block.level === 2) at += 1;
    const section = sections[at];
    if (section) section.text += ` ${toBlockText(block)}`;
  }
  return sections;
}

function toText(words: Words): string {
  return words.map((word) => (typeof word === 'string' ? word : toText(word.words))).join('');
}

function toBlockText(block: Block): string {
  switch (block.is) {
    case 'list':
      return block.items.flat().map(toBlockText).join(' ');
    case 'table':
      return [block.head, ...block.rows].flat().map(toText).join(' ');
    case 'note':
      return block.blocks.map(toBlockText).join(' ');
    case 'code':
      return block.code;
    case 'picture':
      return block.alt;
    default:
      return toText(block.words);
  }
}
