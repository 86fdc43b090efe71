import type { GuideName } from '../../../base/guides.ts';

/** Text with what is marked in it. */
export type Words = readonly (string | Marked)[];
export type Marked =
  | { as: 'strong' | 'em' | 'code'; words: Words }
  | { as: 'link'; href: string; words: Words };

export type Block =
  | { is: 'heading'; level: 2 | 3; id: string; words: Words }
  | { is: 'paragraph'; words: Words }
  | { is: 'list'; isOrdered: boolean; items: readonly (readonly Block[])[] }
  | { is: 'table'; head: readonly Words[]; rows: readonly (readonly Words[])[] }
  | { is: 'code'; language: string; code: string; file?: string }
  | { is: 'note'; blocks: readonly Block[] }
  | { is: 'picture'; file: string; alt: string; width: number; height: number };

/** A file of `docs/help`, as the build reads it (`vite-guides.ts`). */
export type Guide = {
  name: GuideName;
  title: string;
  /** A line says what it is about. */
  lead: string;
  blocks: readonly Block[];
  /** Addresses of its pictures, by file. */
  pictures: Readonly<Record<string, string>>;
};
