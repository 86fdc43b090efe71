import { formatTime } from '../format-time.ts';
import { el, setAttributes, setText } from './dom.ts';
import { setIcon } from './icons.ts';
import type { IconName } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { createSeekBar } from './seek-bar.ts';
import type { SettingsMenu } from './settings-menu.ts';
import { createVolume } from './volume.ts';

interface Face {
  readonly icon: IconName;
  readonly label: string;
}

function setFace(button: HTMLButtonElement, { icon, label }: Face): void {
  setIcon(button, icon);
  setAttributes(button, { 'aria-label': label, title: label });
}

export function playFace(
  state: { playWanted: boolean; ended: boolean },
  words: PartContext['words'],
): Face {
  if (state.ended) return { icon: 'replay', label: words.replay };
  return state.playWanted
    ? { icon: 'pause', label: words.pause }
    : { icon: 'play', label: words.play };
}

/** The bar at the bottom: seek bar above, buttons below. */
export function createControlBar(context: PartContext, menu: SettingsMenu): Part {
  const { words, request } = context;
  const seekBar = createSeekBar(context);
  const volume = createVolume(context);
  const press = (type: 'togglePlay' | 'togglePictureInPicture' | 'toggleFullscreen') => {
    const button = el('button', { type: 'button', class: 'button' });
    button.addEventListener('click', () => request({ type }));
    return button;
  };
  const play = press('togglePlay');
  const pictureInPicture = press('togglePictureInPicture');
  const fullscreen = press('toggleFullscreen');
  const current = el('span', { class: 'current' });
  const duration = el('span', { class: 'duration' });
  // The slider says the same to screen readers.
  const time = el('div', { class: 'time', 'aria-hidden': 'true' }, current, duration);
  const element = el(
    'div',
    { class: 'controls' },
    seekBar.element,
    el(
      'div',
      { class: 'row' },
      play,
      volume.element,
      time,
      el('div', { class: 'gap' }),
      menu.button,
      pictureInPicture,
      fullscreen,
    ),
  );
  const video: Partial<HTMLVideoElement> = HTMLVideoElement.prototype;
  const canFullscreen = document.fullscreenEnabled || 'webkitEnterFullscreen' in video;
  const canPictureInPicture = document.pictureInPictureEnabled;

  return {
    element,
    render(state) {
      seekBar.render(state);
      volume.render(state);
      setFace(play, playFace(state, words));
      setText(current, formatTime(state.currentTimeSec, state.durationSec));
      setText(duration, formatTime(state.durationSec));
      setFace(pictureInPicture, {
        icon: 'pictureInPicture',
        label: state.pictureInPicture ? words.exitPictureInPicture : words.enterPictureInPicture,
      });
      setFace(fullscreen, {
        icon: state.fullscreen ? 'exitFullscreen' : 'enterFullscreen',
        label: state.fullscreen ? words.exitFullscreen : words.enterFullscreen,
      });
      pictureInPicture.hidden = !canPictureInPicture || state.audioOnly;
      fullscreen.hidden = !canFullscreen;
    },
  };
}
