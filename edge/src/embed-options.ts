/** The start of an embed page, as its address states it. */
export type EmbedOptions = {
  /** Null: as the player has it. */
  autoplay: boolean | null;
  muted: boolean | null;
  loop: boolean;
  /** 0: at the start. */
  startSec: number;
  /** Null: the project's. */
  playerId: string | null;
};

const TIME = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/;

/** A parameter that is given twice or not understood counts as absent. */
export function parseEmbedOptions(query: string): EmbedOptions {
  return {
    autoplay: parseSwitch(findOnlyParameter(query, 'autoplay')),
    muted: parseSwitch(findOnlyParameter(query, 'muted')),
    loop: parseSwitch(findOnlyParameter(query, 'loop')) ?? false,
    startSec: parseTime(findOnlyParameter(query, 't') ?? ''),
    playerId: findOnlyParameter(query, 'player'),
  };
}

function parseSwitch(text: string | null): boolean | null {
  if (text === null) return null;
  if (['', '1', 'true'].includes(text)) return true;
  return ['0', 'false'].includes(text) ? false : null;
}

/** Reads the seconds of `90`, `90.5`, `90s`, `1m30s` or `1h2m3s`. */
function parseTime(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = TIME.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export function findOnlyParameter(query: string, name: string): string | null {
  const values = new URLSearchParams(query).getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}
