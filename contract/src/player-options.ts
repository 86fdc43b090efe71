import { z } from 'zod';
import { AUTOPLAY_MODES, ERROR_SCREENS, PRELOADS } from './bounds.ts';

// Says how a player looks and behaves. The server stores it as JSON, the edge publishes it, and the
// player reads it.

/** `any` begins without sound where the browser refuses to begin with it. */
export const AutoplayMode = z.enum(AUTOPLAY_MODES);
export type AutoplayMode = z.infer<typeof AutoplayMode>;

/** How much the player requests before play is pressed: nothing, the playlist, or the beginning too. */
export const Preload = z.enum(PRELOADS);

/** Status of the edge's answer for which a player may show a screen of the team's own. */
export const ErrorScreenStatus = z.enum(ERROR_SCREENS);
export type ErrorScreenStatus = z.infer<typeof ErrorScreenStatus>;

export const ErrorScreen = z.object({ imageUrl: z.string(), message: z.string() });
export type ErrorScreen = z.infer<typeof ErrorScreen>;

const screen = ErrorScreen.nullable().default(null);
const NO_SCREENS = { '403': null, '404': null, '410': null, '451': null };

export const PlayerOptions = z.object({
  autoplayMode: AutoplayMode.default('off'),
  muted: z.boolean().default(false),
  preload: Preload.default('none'),
  autoRotate: z.boolean().default(true).describe('Turns a phone as the video lies in full screen'),
  seekButtons: z.boolean().default(false),
  speedControl: z.boolean().default(true),
  color: z.string().nullable().default(null).describe('`#rrggbb` of the progress and the menus'),
  logoUrl: z.string().nullable().default(null),
  errorScreensEnabled: z.boolean().default(false),
  errorScreens: z
    .object({ '403': screen, '404': screen, '410': screen, '451': screen })
    .default(NO_SCREENS),
  adsEnabled: z.boolean().default(false),
  adTagUrl: z.string().nullable().default(null).describe('Answers VAST or VMAP'),
  autoplayAdsMuted: z
    .boolean()
    .default(true)
    .describe('Ads have no sound where the video begins by itself'),
  lighthouseEnabled: z
    .boolean()
    .default(false)
    .describe('Viewers’ players report how playing goes: `kinora_playback_*` of `/metrics`'),
});
export type PlayerOptions = z.infer<typeof PlayerOptions>;
