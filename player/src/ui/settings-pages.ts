import type { LanguageTrack, Level } from '../engine.ts';
import { RATES } from '../requests.ts';
import type { PlayerRequest } from '../requests.ts';
import type { PlayerState } from '../store.ts';
import { type Chapter, findChapter } from '../chapters.ts';
import { fill } from '../fill.ts';
import { formatTime } from '../format-time.ts';
import type { Language } from '../language.ts';
import type { Words } from '../words.ts';
import type { PartContext } from './part.ts';

export type SettingName = 'chapter' | 'quality' | 'speed' | 'audioTrack' | 'captions';

export type SettingsContext = Pick<PartContext, 'words' | 'language' | 'options' | 'chapters'>;

export type Choice = {
  readonly label: string;
  /** Drawn small next to the label. */
  readonly note?: string;
  readonly chosen: boolean;
  readonly request: PlayerRequest;
};

export type Setting = {
  readonly name: SettingName;
  readonly label: string;
  /** The current choice. */
  readonly value: string;
  readonly choices: readonly Choice[];
};

/**
 * Formats a level as `1080p`, by the shorter side, so that an upright video has the names of its
 * ladder.
 */
export function formatLevel({ width, height, bitrateBps }: Level): string {
  const side = width > 0 ? Math.min(width, height) : height;
  return side > 0 ? `${side}p` : `${Math.round(bitrateBps / 1000)} Kbps`;
}

export function formatRate(rate: number, words: Words): string {
  return rate === 1 ? words.normalSpeed : `${rate}×`;
}

/** Formats a language in the viewer's language, `ภาษาไทย` or `Thai`; null for an invalid tag. */
function formatLanguage(tag: string, language: Language): string | null {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? null;
  } catch {
    return null;
  }
}

function formatTrack(track: LanguageTrack, at: number, words: Words, language: Language): string {
  const named = track.name || (track.language && formatLanguage(track.language, language));
  return named || fill(words.trackNumber, { number: at + 1 });
}

function createQuality(state: PlayerState, words: Words): Setting | null {
  if (state.levels.length < 2) return null;
  const playing = state.levels.find(({ id }) => id === state.playingLevelId);
  const chosen = state.levels.find(({ id }) => id === state.chosenLevelId);
  const automatic = playing ? fill(words.autoPlaying, { label: formatLevel(playing) }) : words.auto;
  const highestFirst = state.levels.toSorted((a, b) => b.bitrateBps - a.bitrateBps);
  return {
    name: 'quality',
    label: words.quality,
    value: chosen ? formatLevel(chosen) : automatic,
    choices: [
      {
        label: chosen ? words.auto : automatic,
        chosen: !chosen,
        request: { type: 'setLevel', id: null },
      },
      ...highestFirst.map((level) => ({
        label: formatLevel(level),
        chosen: level === chosen,
        request: { type: 'setLevel', id: level.id } as const,
      })),
    ],
  };
}

function createSpeed(state: PlayerState, words: Words): Setting {
  return {
    name: 'speed',
    label: words.speed,
    value: formatRate(state.rate, words),
    choices: RATES.map((rate) => ({
      label: formatRate(rate, words),
      chosen: rate === state.rate,
      request: { type: 'setRate', rate },
    })),
  };
}

function createAudioTrack(state: PlayerState, words: Words, language: Language): Setting | null {
  const playing = state.audioTracks.find(({ id }) => id === state.audioTrackId);
  if (state.audioTracks.length < 2) return null;
  return {
    name: 'audioTrack',
    label: words.audioTrack,
    value: playing ? formatTrack(playing, playing.id, words, language) : '',
    choices: state.audioTracks.map((track, at) => ({
      label: formatTrack(track, at, words, language),
      chosen: track === playing,
      request: { type: 'setAudioTrack', id: track.id },
    })),
  };
}

function createCaptions(state: PlayerState, words: Words, language: Language): Setting | null {
  if (state.captions.length === 0) return null;
  const choices = state.captions.map((track, at) => ({
    label: formatTrack(track, at, words, language),
    chosen: track.id === state.captionsId,
    request: { type: 'setCaptions', id: track.id } as const,
  }));
  const shown = choices.find(({ chosen }) => chosen);
  const off: Choice = {
    label: words.captionsOff,
    chosen: !shown,
    request: { type: 'setCaptions', id: null },
  };
  const value = (shown ?? off).label;
  return { name: 'captions', label: words.captions, value, choices: [off, ...choices] };
}

function createChapter(
  { currentTimeSec, durationSec }: PlayerState,
  chapters: readonly Chapter[],
  words: Words,
): Setting | null {
  if (chapters.length === 0) return null;
  const playing = findChapter(chapters, currentTimeSec);
  return {
    name: 'chapter',
    label: words.chapters,
    value: playing?.title ?? '',
    choices: chapters.map((chapter) => ({
      label: chapter.title,
      note: formatTime(chapter.startSec, durationSec),
      chosen: chapter === playing,
      request: { type: 'seekTo', timeSec: chapter.startSec },
    })),
  };
}

/** Lists the settings of this video; a menu with only one choice is left out. */
export function listSettings(
  state: PlayerState,
  { words, language, options, chapters }: SettingsContext,
): Setting[] {
  return [
    createChapter(state, chapters, words),
    createQuality(state, words),
    createAudioTrack(state, words, language),
    createCaptions(state, words, language),
    options.speedControl === false ? null : createSpeed(state, words),
  ].filter((setting) => setting !== null);
}
