declare module '*/i18n/en.json?player' {
  import type words from '@kinora/i18n/en';
  export const player: typeof words.player;
}

declare module '*/i18n/th.json?player' {
  import type words from '@kinora/i18n/th';
  export const player: typeof words.player;
}
