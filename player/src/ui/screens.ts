import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import type { Words } from '../words.ts';
import type { IconName } from './icons.ts';

/** Another place to which the video can go: a button of the bar, or of the menu where the bar is narrow. */
export type Screen = {
  readonly name: Extract<IconName, 'airPlay' | 'cast' | 'pictureInPicture'>;
  readonly label: string;
  /** Null where the label says it. */
  readonly isOn: boolean | null;
  readonly request: PlayerRequest;
};

/** Lists the places that there are for this video now. */
export function listScreens(state: PlayerState, words: Words): Screen[] {
  const screens: (Screen | null)[] = [
    state.hasAirPlayDevice
      ? {
          name: 'airPlay',
          label: words.airPlay,
          isOn: state.isOnAirPlayDevice,
          request: { type: 'showAirPlayDevices' },
        }
      : null,
    state.hasCastDevice
      ? {
          name: 'cast',
          label: words.cast,
          isOn: state.isCasting,
          request: { type: 'showCastDevices' },
        }
      : null,
    document.pictureInPictureEnabled && !state.audioOnly && !state.isCasting
      ? {
          name: 'pictureInPicture',
          label: state.pictureInPicture ? words.exitPictureInPicture : words.enterPictureInPicture,
          isOn: null,
          request: { type: 'togglePictureInPicture' },
        }
      : null,
  ];
  return screens.filter((screen) => screen !== null);
}
