/** All requests that controls, keys and page code may make of the player. */
export type PlayerRequest =
  | { type: 'play' | 'pause' | 'togglePlay' | 'toggleMute' | 'retry' }
  | {
      type:
        | 'toggleFullscreen'
        | 'togglePictureInPicture'
        | 'showAirPlayDevices'
        | 'showCastDevices';
    }
  | { type: 'seekTo'; timeSec: number }
  | { type: 'seekBy'; deltaSec: number }
  | { type: 'seekToFraction'; fraction: number }
  | { type: 'setVolume'; volume: number }
  | { type: 'changeVolume'; delta: number }
  | { type: 'setRate'; rate: number }
  | { type: 'stepRate'; direction: 1 | -1 }
  | { type: 'stepFrame'; direction: 1 | -1 }
  | { type: 'setLevel'; id: number | null }
  | { type: 'setAudioTrack'; id: number }
  | { type: 'setCaptions'; id: number | null }
  | { type: 'toggleCaptions' };

/** While an ad plays, the viewer may do this. */
export const OF_ADS: ReadonlySet<PlayerRequest['type']> = new Set([
  ...(['play', 'pause', 'togglePlay', 'setVolume', 'changeVolume', 'toggleMute'] as const),
  ...(['toggleFullscreen', 'togglePictureInPicture', 'retry'] as const),
]);

export const RATES = [0.25, 0.5, 1, 1.5, 2] as const;

/** Returns the next speed of the list in a direction; the last one stays. */
export function getSteppedRate(rate: number, direction: 1 | -1): number {
  const further = RATES.filter((each) => (each - rate) * direction > 0);
  return (direction === 1 ? further[0] : further.at(-1)) ?? rate;
}
