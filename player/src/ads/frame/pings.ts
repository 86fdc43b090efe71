import { MAX_PINGS, MAX_PINGS_OF_EVENT } from '../limits.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import { toOutsideUrl } from './outside-url.ts';

export type SendPings = (templates: readonly string[], values: MacroValues) => void;

/** Tells ad servers what happened: without cookies, and no more often than an honest one asks for. */
export function createPings(): SendPings {
  let left = MAX_PINGS;
  return (templates, values) => {
    for (const template of templates.slice(0, MAX_PINGS_OF_EVENT)) {
      const url = toOutsideUrl(fillMacros(template, values));
      if (!url || left === 0) continue;
      left -= 1;
      // `keepalive` lets the last ones out when the frame is taken away.
      fetch(url, { mode: 'no-cors', credentials: 'omit', keepalive: true }).catch(() => {});
    }
  };
}
