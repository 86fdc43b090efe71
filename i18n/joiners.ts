/** A message without what keeps its loanwords whole at the end of a drawn line (`loanwords.ts`). */
export function stripJoiners(text: string): string {
  return text.replaceAll(/[\u200b\u2060]/g, '');
}

/** Attributes whose words are not drawn but read out, or copied. */
export const SPOKEN_ATTRIBUTES = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'title',
] as const;
