import { findChapter } from '../chapters.ts';
import { formatTime } from '../format-time.ts';
import { isAdOn, type PlayerState } from '../store.ts';
import { createElement, setAttributes, setText } from './dom.ts';
import { setIcon } from './icons.ts';
import type { IconName } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { listScreens } from './screens.ts';
import { createSeekBar } from './seek-bar.ts';
import { createSeekButtons } from './seek-buttons.ts';
import type { SettingsMenu } from './settings-menu.ts';
import { createVolume } from './volume.ts';

type ButtonRequest =
  | 'togglePlay'
  | 'showAirPlayDevices'
  | 'showCastDevices'
  | 'togglePictureInPicture'
  | 'toggleFullscreen';

type Face = {
  readonly icon: IconName;
  readonly label: string;
};

function setFace(button: HTMLButtonElement, { icon, label }: Face): void {
  setIcon(button, icon);
  setAttributes(button, { 'aria-label': label, title: label });
}

export function getPlayFace(
  state: Pick<PlayerState, 'playWanted' | 'ended' | 'adBreak'>,
  words: PartContext['words'],
): Face {
  if (state.ended && !isAdOn(state)) return { icon: 'replay', label: words.replay };
  return state.playWanted
    ? { icon: 'pause', label: words.pause }
    : { icon: 'play', label: words.play };
}

/** Creates the bar at the bottom: seek bar above, buttons below. */
export function createControlBar(context: PartContext, menu: SettingsMenu): Part {
  const { words, request } = context;
  const seekBar = createSeekBar(context);
  const volume = createVolume(context);
  const createButton = (type: ButtonRequest, className = 'button') => {
    const button = createElement('button', { type: 'button', class: className });
    button.addEventListener('click', () => request({ type }));
    return button;
  };
  const seekButtons = createSeekButtons(context, 'button');
  const play = createButton('togglePlay');
  const screens = {
    airPlay: createButton('showAirPlayDevices', 'button screen'),
    cast: createButton('showCastDevices', 'button screen'),
    pictureInPicture: createButton('togglePictureInPicture', 'button screen'),
  };
  const fullscreen = createButton('toggleFullscreen');
  const current = createElement('span', { class: 'current' });
  const duration = createElement('span', { class: 'duration' });
  const chapter = createElement('div', { class: 'gap chapter' });
  // The slider says the same to screen readers.
  const time = createElement('div', { class: 'time', 'aria-hidden': 'true' }, current, duration);
  const element = createElement(
    'div',
    { class: 'controls' },
    seekBar.element,
    createElement(
      'div',
      { class: 'row' },
      play,
      ...seekButtons,
      volume.element,
      time,
      chapter,
      menu.button,
      ...Object.values(screens),
      fullscreen,
    ),
  );
  const video: Partial<HTMLVideoElement> = HTMLVideoElement.prototype;
  const canFullscreen = document.fullscreenEnabled || 'webkitEnterFullscreen' in video;

  return {
    element,
    render(state) {
      const isAd = state.adBreak === 'playing';
      for (const part of [seekBar.element, time, ...seekButtons]) part.hidden = isAd;
      seekBar.render(state);
      volume.render(state);
      setFace(play, getPlayFace(state, words));
      setText(current, formatTime(state.currentTimeSec, state.durationSec));
      setText(duration, formatTime(state.durationSec));
      setText(chapter, findChapter(context.chapters, state.currentTimeSec)?.title ?? '');
      setFace(fullscreen, {
        icon: state.fullscreen ? 'exitFullscreen' : 'enterFullscreen',
        label: state.fullscreen ? words.exitFullscreen : words.enterFullscreen,
      });
      const offered = listScreens(state, words);
      for (const [name, button] of Object.entries(screens)) {
        const screen = offered.find((each) => each.name === name);
        button.hidden = !screen;
        if (!screen) continue;
        setFace(button, { icon: screen.name, label: screen.label });
        setAttributes(button, {
          'aria-pressed': screen.isOn === null ? null : String(screen.isOn),
        });
      }
      fullscreen.hidden = !canFullscreen;
    },
  };
}
