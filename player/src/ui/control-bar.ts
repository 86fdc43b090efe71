import { findChapter } from '../chapters.ts';
import { fill } from '../fill.ts';
import { formatTime } from '../format-time.ts';
import { isAdOn, type PlayerState } from '../store.ts';
import { createElement, setAttributes, setText } from './dom.ts';
import { createIcon, setIcon } from './icons.ts';
import type { IconName } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { createSeekBar } from './seek-bar.ts';
import type { SettingsMenu } from './settings-menu.ts';
import { createVolume } from './volume.ts';

/** The keys j and l seek as far. */
const SEEK_STEP_SEC = 10;

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
  const createButton = (type: ButtonRequest) => {
    const button = createElement('button', { type: 'button', class: 'button' });
    button.addEventListener('click', () => request({ type }));
    return button;
  };
  const createSeekButton = (deltaSec: number): HTMLElement => {
    const label = fill(deltaSec > 0 ? words.seekForward : words.seekBack, {
      seconds: Math.abs(deltaSec),
    });
    const icon = createIcon(deltaSec > 0 ? 'seekForward' : 'seekBack');
    const attributes = { type: 'button', class: 'button', 'aria-label': label, title: label };
    const button = createElement('button', attributes, icon);
    button.addEventListener('click', () => request({ type: 'seekBy', deltaSec }));
    return button;
  };
  const seekButtons = context.options.seekButtons
    ? [-SEEK_STEP_SEC, SEEK_STEP_SEC].map(createSeekButton)
    : [];
  const play = createButton('togglePlay');
  const airPlay = createButton('showAirPlayDevices');
  setFace(airPlay, { icon: 'airPlay', label: words.airPlay });
  const cast = createButton('showCastDevices');
  setFace(cast, { icon: 'cast', label: words.cast });
  const pictureInPicture = createButton('togglePictureInPicture');
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
      airPlay,
      cast,
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
      const isAd = state.adBreak === 'playing';
      for (const part of [seekBar.element, time, ...seekButtons]) part.hidden = isAd;
      seekBar.render(state);
      volume.render(state);
      setFace(play, getPlayFace(state, words));
      setText(current, formatTime(state.currentTimeSec, state.durationSec));
      setText(duration, formatTime(state.durationSec));
      setText(chapter, findChapter(context.chapters, state.currentTimeSec)?.title ?? '');
      setFace(pictureInPicture, {
        icon: 'pictureInPicture',
        label: state.pictureInPicture ? words.exitPictureInPicture : words.enterPictureInPicture,
      });
      setFace(fullscreen, {
        icon: state.fullscreen ? 'exitFullscreen' : 'enterFullscreen',
        label: state.fullscreen ? words.exitFullscreen : words.enterFullscreen,
      });
      airPlay.hidden = !state.hasAirPlayDevice;
      setAttributes(airPlay, { 'aria-pressed': String(state.isOnAirPlayDevice) });
      cast.hidden = !state.hasCastDevice;
      setAttributes(cast, { 'aria-pressed': String(state.isCasting) });
      pictureInPicture.hidden = !canPictureInPicture || state.audioOnly || state.isCasting;
      fullscreen.hidden = !canFullscreen;
    },
  };
}
