import { joinLoanwords } from '@kinora/i18n/loanwords';
import type { Plugin } from 'vite';

/** Joins the loanwords in the player's messages while building. */
export function words(): Plugin {
  return {
    name: 'kinora-words',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/th\/(?:player|player\.keys|ads)\.json$/ },
      handler: (code) => ({ code: joinLoanwords(code), map: null }),
    },
  };
}
