import type { FastifyRequest } from 'fastify';
import type { Language } from '@kinora/contract/fields';

/** A header that has one value; null when it is missing or empty. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** RFC 9112 §3.2: a proxy and we might each believe another one of several. */
export function namesSeveralHosts({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_value, at) => at % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length > 1;
}

/** The better liked of th and en in `Accept-Language`; Thai when neither is named. */
export function languageOf(request: FastifyRequest): Language {
  let best: { lang: Language; weight: number } | null = null;
  for (const part of (headerOf(request, 'accept-language') ?? '').slice(0, 500).split(',')) {
    const [range = '', weightText] = part.split(';', 2).map((text) => text.trim().toLowerCase());
    const lang = /^(th|en)(?:-|$)/.exec(range)?.[1];
    const weight = weightText === undefined ? 1 : Number(/^q=([\d.]+)$/.exec(weightText)?.[1]);
    if (lang && weight > 0 && (!best || weight > best.weight)) {
      best = { lang: lang === 'en' ? 'en' : 'th', weight };
    }
  }
  return best?.lang ?? 'th';
}
