import type { Store } from '../store.ts';
import { createElement } from './dom.ts';
import type { Part } from './part.ts';

const KINDS = new Set<string>(['captions', 'subtitles']);

function listLines(tracks: TextTrackList): string[] {
  return [...tracks]
    .filter(({ kind, mode }) => KINDS.has(kind) && mode === 'hidden')
    .flatMap(({ activeCues }) => [...(activeCues ?? [])])
    .map((cue) => (cue instanceof VTTCue ? cue.getCueAsHTML().textContent.trim() : ''))
    .filter((line) => line !== '');
}

/**
 * Draws the captions that an engine has chosen, as text: a browser's own would lie under the
 * controls, and leave too little room for the marks of Thai.
 */
export function createCaptions(video: HTMLVideoElement, store: Store, signal: AbortSignal): Part {
  const element = createElement('div', { class: 'captions' });
  const { textTracks } = video;
  let drawn = '';
  const draw = (): void => {
    const lines = listLines(textTracks);
    if (JSON.stringify(lines) === drawn) return;
    drawn = JSON.stringify(lines);
    const rows = lines.map((line) =>
      createElement('div', { dir: 'auto' }, createElement('span', {}, line)),
    );
    element.replaceChildren(...rows);
  };
  const follow = (): void => {
    for (const track of textTracks) {
      if (!KINDS.has(track.kind)) continue;
      // A hidden track still has cues, which we draw instead of the browser. Tracks that no engine lists are
      // left to the browser.
      const isListed = store.get().captions.length > 0;
      if (isListed && track.mode === 'showing') track.mode = 'hidden';
      track.addEventListener('cuechange', draw, { signal });
    }
    draw();
  };
  for (const type of ['change', 'addtrack', 'removetrack']) {
    textTracks.addEventListener(type, follow, { signal });
  }
  follow();
  return {
    element,
    // Shaka Player leaves captions that are off in a hidden track.
    render(state) {
      element.hidden = state.captionsId === null;
    },
  };
}
