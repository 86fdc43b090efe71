import type { Chapter } from '../chapters.ts';
import type { Options } from '../player-options.ts';
import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words.ts';

/** The context of every part of the interface. */
export type PartContext = {
  readonly words: Words;
  readonly language: Language;
  /** Address of a `storyboard.json`. */
  readonly storyboardUrl: string | null;
  readonly options: Options;
  readonly chapters: readonly Chapter[];
  readonly request: (request: PlayerRequest) => void;
};

/** A part of the interface: built once, then drawn from the state. */
export type Part = {
  readonly element: HTMLElement;
  render(state: PlayerState): void;
};
