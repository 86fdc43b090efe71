import type { CheckInput } from './data.ts';

/** A viewer as one types what is known of them; all but the address may be empty. */
export type CheckForm = {
  url: string;
  country: string | null;
  ip: string;
  referrer: string;
  /** `YYYY-MM-DDTHH:mm` of the reader's clock. */
  at: string;
};

export const EMPTY_CHECK: CheckForm = { url: '', country: null, ip: '', referrer: '', at: '' };

export function toInput({ url, country, ip, referrer, at }: CheckForm): CheckInput {
  const time = at === '' ? Number.NaN : new Date(at).getTime();
  return {
    url: url.trim(),
    ...(country !== null && { country }),
    ...(ip.trim() !== '' && { ip: ip.trim() }),
    ...(referrer.trim() !== '' && { referrer: referrer.trim() }),
    ...(Number.isFinite(time) && { at: new Date(time).toISOString() }),
  };
}
