import type { Language } from './language.ts';
import type { Playback } from './playback.ts';
import type { AdEventName } from './player-events.ts';

/** The player whose ads play, and the elements they play in. */
export type AdGround = {
  readonly playback: Playback;
  readonly video: HTMLVideoElement;
  /** The frame lies over the video, in the same tree. */
  readonly root: ShadowRoot;
  readonly tagUrl: string;
  readonly language: Language;
  /** Ads that begin by themselves have no sound. */
  readonly autoplayMuted: boolean;
  readonly autoplay: 'off' | 'on' | 'muted' | 'any';
  readonly announce: (name: AdEventName, detail: Record<string, unknown>) => void;
};

/** VAST 4.2 §2.3.6.3, undefined error: the player has given up on whatever plays the ads. */
export const GIVEN_UP = 900;
