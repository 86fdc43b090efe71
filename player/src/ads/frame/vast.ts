import { VASTParser } from '@dailymotion/vast-client';
import { MAX_AD_ELEMENTS, MAX_WRAPPERS } from '../limits.ts';
import { type Ad, choosePod, toAd } from './ad.ts';
import { AdFault, FAULT } from './ad-fault.ts';
import type { SendPings } from './pings.ts';
import { requestXml } from './request-xml.ts';
import type { AdSource } from './vmap.ts';

/**
 * Finds the ads of a break, through all wrappers: a pod in its order, or one ad. Failures are reported to the
 * ad server. @throws AdFault
 */
export async function findAds(
  source: AdSource,
  sendPings: SendPings,
  signal: AbortSignal,
): Promise<Ad[]> {
  const root = 'url' in source ? await requestXml(source.url, signal) : source.document;
  const parser = createParser(sendPings, signal);
  const response = await parse(parser, checkSize(root), 'url' in source ? source.url : null);
  const ads = choosePod(response.flatMap((given) => toAd(given) ?? []));
  if (ads.length === 0) throw new AdFault(FAULT.noAd);
  return ads;
}

/** The library parses and merges; requests, their number and reports of faults are ours. */
function createParser(sendPings: SendPings, signal: AbortSignal): VASTParser {
  let left = MAX_WRAPPERS;
  const fetchVAST = async ({ url }: { url: string }): Promise<Document> => {
    left -= 1;
    if (left < 0) throw new AdFault(FAULT.tooManyWrappers);
    return checkSize(await requestXml(url, signal));
  };
  const parser = new VASTParser({ fetcher: { fetchVAST } });
  parser.trackVastError = (templates: unknown[], fault: unknown) => {
    const urls = templates.map((each) => getUrl(each)).filter((url) => url !== '');
    sendPings(urls, { ERRORCODE: getFaultCode(fault) });
  };
  return parser;
}

async function parse(parser: VASTParser, root: Document, url: string | null): Promise<unknown[]> {
  // One more than the wrappers: the library counts the first answer as well.
  const bounds = { wrapperLimit: MAX_WRAPPERS + 1, resolveAll: false, url };
  try {
    const { ads } = (await parser.parseVAST(root, bounds)) as { ads?: unknown[] };
    return ads ?? [];
  } catch {
    throw new AdFault(FAULT.notXml);
  }
}

function checkSize(document: Document): Document {
  if (document.getElementsByTagName('*').length > MAX_AD_ELEMENTS) throw new AdFault(FAULT.notXml);
  return document;
}

function getUrl(template: unknown): string {
  if (typeof template === 'string') return template;
  const { url } = (template ?? {}) as { url?: unknown };
  return typeof url === 'string' ? url : '';
}

function getFaultCode(fault: unknown): number {
  const { ERRORCODE } = (fault ?? {}) as { ERRORCODE?: unknown };
  return typeof ERRORCODE === 'number' ? ERRORCODE : FAULT.undefined;
}
