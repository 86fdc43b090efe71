import type { Plugin } from 'vite';

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

/** Leaves the controllers out of hls.js that no Kinora stream needs. Fails when hls.js changed. */
export function trimHls(): Plugin {
  return {
    name: 'kinora-trim-hls',
    transform: {
      filter: { id: /\/hls\.js\/dist\/hls\.mjs$/ },
      handler(code) {
        let trimmed = code;
        for (const [setting, controller] of Object.entries(UNUSED)) {
          const line = new RegExp(`^  ${setting}: ${controller} ?(?=,|$)`, 'm');
          if (!line.test(trimmed))
            throw new Error(`hls.js no longer has "${setting}: ${controller}"`);
          trimmed = trimmed.replace(line, `  ${setting}: undefined`);
        }
        return { code: trimmed, map: null };
      },
    },
  };
}
