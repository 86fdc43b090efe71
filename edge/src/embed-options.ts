/** The start of an embed page, as its address states it. */
export type EmbedOptions = {
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  /** 0: at the start. */
  startSec: number;
};

const TIME = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/;

/** A parameter that is given twice or not understood counts as absent. */
export function parseEmbedOptions(query: string): EmbedOptions {
  const isOn = (name: string) => ['', '1', 'true'].includes(findOnlyParameter(query, name) ?? '0');
  return {
    autoplay: isOn('autoplay'),
    muted: isOn('muted'),
    loop: isOn('loop'),
    startSec: parseTime(findOnlyParameter(query, 't') ?? ''),
  };
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
