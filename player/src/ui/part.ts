import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words.ts';

/** What every part of the interface gets. */
export interface PartContext {
  readonly words: Words;
  readonly language: Language;
  /** Address of a `storyboard.json`. */
  readonly storyboardUrl: string | null;
  readonly request: (request: PlayerRequest) => void;
}

/** A piece of the interface: built once, then drawn from the state. */
export interface Part {
  readonly element: HTMLElement;
  render(state: PlayerState): void;
}
