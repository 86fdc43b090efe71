import type { Plugin } from 'vite';

/** Trims a bundle with the player to the used part of hls.js. */
export function kinoraPlayer(): Plugin[] {
  return [trimHls(), allowLargeEngines()];
}

/** Allows large chunks: engines are loaded separately when needed, and the largest has 519 kB. */
function allowLargeEngines(): Plugin {
  return {
    name: 'kinora-large-engines',
    config: () => ({ build: { chunkSizeWarningLimit: 600 } }),
  };
}

// hls.js comes as a whole (182 KB gzipped) or without alternate audio, which all our streams have.
// Both builds are one file, so unused parts are cut here: 140 KB.
const UNUSED = {
  subtitleStreamController: 'SubtitleStreamController',
  subtitleTrackController: 'SubtitleTrackController',
  timelineController: 'TimelineController',
  emeController: 'EMEController',
  cmcdController: 'CMCDController',
  iframeController: 'IFrameController',
  interstitialsController: 'InterstitialsController',
} as const;

/** Cuts hls.js; fails when hls.js changed, so that an update can't silently bring the rest back. */
function trimHls(): Plugin {
  return {
    name: 'kinora-trim-hls',
    transform: {
      filter: { id: /\/hls\.js\/dist\/hls\.mjs$/ },
      handler(code) {
        let trimmed = code;
        for (const [setting, controller] of Object.entries(UNUSED)) {
          const line = new RegExp(`^  ${setting}: ${controller} ?(?=,|$)`, 'm');
          if (!line.test(trimmed)) throw new Error(`hls.js has no "${setting}: ${controller}"`);
          trimmed = trimmed.replace(line, `  ${setting}: undefined`);
        }
        return { code: trimmed, map: null };
      },
    },
  };
}
