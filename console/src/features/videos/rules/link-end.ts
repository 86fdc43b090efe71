/** How long a link may be opened; `own`: until a time of one's own. */
export const LINK_TERMS = ['hour', 'day', 'week', 'own'] as const;
type LinkTerm = (typeof LINK_TERMS)[number];

export type LinkForm = {
  term: LinkTerm;
  /** `YYYY-MM-DDTHH:mm` of the reader's clock. */
  until: string;
  /** Id of a key of the channel; '' is its first. */
  keyId: string;
};

const HOUR_MS = 3600 * 1000;
const TERM_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };

/** The time at which a link ends that is made now. */
export function findLinkEnd(
  { term, until }: Pick<LinkForm, 'term' | 'until'>,
  nowMs: number,
): Date {
  return term === 'own' ? new Date(until) : new Date(nowMs + TERM_MS[term]);
}
