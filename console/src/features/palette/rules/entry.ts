import type { NavGroup } from '../../../ui/frame/nav-groups.ts';

export type Group = 'recent' | 'screens' | 'actions' | 'teams' | 'projects' | 'videos';

/** One line of the palette. It leads somewhere, or does something. */
export type Entry = {
  /** Unlike any other's. */
  id: string;
  group: Group;
  title: string;
  note?: string | undefined;
  /** Titles in other languages: each finds it by any part. */
  names?: readonly string[];
  /** Each finds it by its beginning. */
  synonyms?: readonly string[];
  icon?: NavGroup['icon'];
  /** The picture of a video. */
  cover?: { src: string | undefined; isAudioOnly: boolean };
  to?: string;
  run?: () => void;
};
