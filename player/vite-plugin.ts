import type { Plugin } from 'vite';

/** A bundle with the player in it needs only the used part of hls.js. */
export function kinoraPlayer(): Plugin[] {
  return [trimHls(), largeEngines()];
}

/** Engines are loaded on their own when they are needed, and the largest has 519 kB. */
function largeEngines(): Plugin {
  return {
    name: 'kinora-large-engines',
    config: () => ({ build: { chunkSizeWarningLimit: 600 } }),
  };
}

// hls.js comes as a whole (182 KB gzipped) or without alternate audio, which every stream of ours
// has. Both builds are one file, so what is unused is cut here: 140 KB.
const UNUSED = {
  subtitleStreamController: 'SubtitleStreamController',
  subtitleTrackController: 'SubtitleTrackController',
  timelineController: 'TimelineController',
  emeController: 'EMEController',
  cmcdController: 'CMCDController',
  iframeController: 'IFrameController',
  interstitialsController: 'InterstitialsController',
} as const;

/** Fails when hls.js changed, so that an update can't quietly bring the rest back. */
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
