/** VAST 4.2 §2.3.6.3 */
export const FAULT = {
  notXml: 100,
  version: 102,
  duration: 202,
  wrapper: 301,
  tooManyWrappers: 302,
  noAd: 303,
  notFound: 401,
  timeout: 402,
  noMedia: 403,
  display: 405,
  undefined: 900,
} as const;

/** Says why an ad does not play. */
export class AdFault extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`VAST error ${code}`);
    this.code = code;
  }
}

export function toCode(error: unknown): number {
  return error instanceof AdFault ? error.code : FAULT.undefined;
}
