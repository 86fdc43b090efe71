import type { AudioTrack, Level } from '../engine.ts';
import { RATES } from '../requests.ts';
import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import { fill } from '../fill.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words.ts';

export type SettingName = 'quality' | 'speed' | 'audioTrack';

export interface Choice {
  readonly label: string;
  readonly chosen: boolean;
  readonly request: PlayerRequest;
}

export interface Setting {
  readonly name: SettingName;
  readonly label: string;
  /** What holds now. */
  readonly value: string;
  readonly choices: readonly Choice[];
}

/** `1080p`, by the shorter side so that an upright video is named as its ladder is. */
export function levelLabel({ width, height, bitrateBps }: Level): string {
  const side = width > 0 ? Math.min(width, height) : height;
  return side > 0 ? `${side}p` : `${Math.round(bitrateBps / 1000)} Kbps`;
}

export function rateLabel(rate: number, words: Words): string {
  return rate === 1 ? words.normalSpeed : `${rate}×`;
}

/** `ภาษาไทย` or `Thai`, as the viewer's language calls it; null for what is no language tag. */
function languageName(tag: string, language: Language): string | null {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? null;
  } catch {
    return null;
  }
}

function trackLabel(track: AudioTrack, words: Words, language: Language): string {
  const named = track.name || (track.language && languageName(track.language, language));
  return named || fill(words.audioTrackNumber, { number: track.id + 1 });
}

function quality(state: PlayerState, words: Words): Setting | null {
  if (state.levels.length < 2) return null;
  const playing = state.levels.find(({ id }) => id === state.playingLevelId);
  const chosen = state.levels.find(({ id }) => id === state.chosenLevelId);
  const automatic = playing ? fill(words.autoPlaying, { label: levelLabel(playing) }) : words.auto;
  const highestFirst = state.levels.toSorted((a, b) => b.bitrateBps - a.bitrateBps);
  return {
    name: 'quality',
    label: words.quality,
    value: chosen ? levelLabel(chosen) : automatic,
    choices: [
      {
        label: chosen ? words.auto : automatic,
        chosen: !chosen,
        request: { type: 'setLevel', id: null },
      },
      ...highestFirst.map((level) => ({
        label: levelLabel(level),
        chosen: level === chosen,
        request: { type: 'setLevel', id: level.id } as const,
      })),
    ],
  };
}

function speed(state: PlayerState, words: Words): Setting {
  return {
    name: 'speed',
    label: words.speed,
    value: rateLabel(state.rate, words),
    choices: RATES.map((rate) => ({
      label: rateLabel(rate, words),
      chosen: rate === state.rate,
      request: { type: 'setRate', rate },
    })),
  };
}

function audioTrack(state: PlayerState, words: Words, language: Language): Setting | null {
  const playing = state.audioTracks.find(({ id }) => id === state.audioTrackId);
  if (state.audioTracks.length < 2) return null;
  return {
    name: 'audioTrack',
    label: words.audioTrack,
    value: playing ? trackLabel(playing, words, language) : '',
    choices: state.audioTracks.map((track) => ({
      label: trackLabel(track, words, language),
      chosen: track === playing,
      request: { type: 'setAudioTrack', id: track.id },
    })),
  };
}

/** The settings that this video has: a menu with one entry to choose from is left out. */
export function settingsOf(state: PlayerState, words: Words, language: Language): Setting[] {
  return [quality(state, words), audioTrack(state, words, language), speed(state, words)].filter(
    (setting) => setting !== null,
  );
}
