import type { FastifyRequest } from 'fastify';
import type { Language } from '@kinora/contract/fields';
import { parseAcceptedLanguage } from '@kinora/contract/language';

/** A header that has one value; null when it is missing or empty. */
export function getHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** RFC 9112 §3.2: a proxy and we might each believe another one of several. */
export function namesSeveralHosts({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_value, at) => at % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

/** The language of answers, as `Accept-Language` prefers. */
export function getLanguage(request: FastifyRequest): Language {
  return parseAcceptedLanguage(getHeader(request, 'accept-language'));
}
