import type { DescribedViewer } from './data.ts';

/** A viewer as one types what is known of them; all but the address may be empty. */
export type CheckForm = {
  url: string;
  country: string | null;
  ip: string;
  referrer: string;
  userAgent: string;
  /** `YYYY-MM-DDTHH:mm` of the reader's clock. */
  at: string;
};

export const EMPTY_CHECK: CheckForm = {
  ...{ url: '', country: null, ip: '', referrer: '', userAgent: '', at: '' },
};

export function toInput(form: CheckForm): DescribedViewer {
  const { url, country, ip, referrer, userAgent, at } = form;
  const time = at === '' ? Number.NaN : new Date(at).getTime();
  return {
    url: url.trim(),
    ...(country !== null && { country }),
    ...(ip.trim() !== '' && { ip: ip.trim() }),
    ...(referrer.trim() !== '' && { referrer: referrer.trim() }),
    ...(userAgent.trim() !== '' && { userAgent: userAgent.trim() }),
    ...(Number.isFinite(time) && { at: new Date(time).toISOString() }),
  };
}

/** As it was pasted from a mail: with spaces, broken into lines, or with its name before it. */
export function toRequestId(pasted: string): string {
  const letters = pasted.replaceAll(/\s+/g, '');
  return /[\w-]+$/.exec(letters)?.[0] ?? letters;
}
