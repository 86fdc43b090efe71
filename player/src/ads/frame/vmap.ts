import { MAX_BREAKS } from '../limits.ts';
import type { AdOffset } from '../messages.ts';
import { AdFault, FAULT } from './ad-fault.ts';

/** Says where the ads of a break come from. */
export type AdSource = { url: string } | { document: Document };

export type AdBreak = {
  offset: AdOffset;
  source: AdSource;
  /** Addresses by event: `breakStart`, `breakEnd`, `error`. */
  events: ReadonlyMap<string, string[]>;
};

/** IAB VMAP 1.0.1 §2.3.1: `hh:mm:ss`, `hh:mm:ss.mmm`, `n%`, `start`, `end`. Null: `#n` and all else. */
export function parseOffset(text: string): AdOffset | null {
  if (text === 'start' || text === 'end') return { at: text };
  const share = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1];
  if (share !== undefined)
    return Number(share) <= 100 ? { at: 'share', share: Number(share) / 100 } : null;
  const time = /^(\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{1,3})?)$/.exec(text);
  if (!time) return null;
  return { at: 'time', sec: Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3]) };
}

/** Returns the breaks of an answer; one of VAST alone stands before the video. @throws AdFault */
export function listBreaks(document: Document): AdBreak[] {
  const root = document.documentElement;
  if (root.localName === 'VAST') {
    return [{ offset: { at: 'start' }, source: { document }, events: new Map() }];
  }
  if (root.localName !== 'VMAP') throw new AdFault(FAULT.notXml);
  const breaks = listChildren(root, 'AdBreak').slice(0, MAX_BREAKS);
  return breaks.flatMap((element) => {
    const offset = parseOffset(element.getAttribute('timeOffset')?.trim() ?? '');
    // Nothing but a linear ad has a place over the video.
    const isLinear = element
      .getAttribute('breakType')
      ?.split(',')
      .some((type) => type.trim() === 'linear');
    const source = findSource(element);
    return offset && source && isLinear ? [{ offset, source, events: listEvents(element) }] : [];
  });
}

function findSource(element: Element): AdSource | null {
  const [source] = listChildren(element, 'AdSource');
  if (!source) return null;
  const [data] = listChildren(source, 'VASTAdData');
  const [vast] = data ? listChildren(data, 'VAST') : [];
  if (vast) {
    const document = vast.ownerDocument.implementation.createDocument(null, null);
    document.append(document.importNode(vast, true));
    return { document };
  }
  const url = listChildren(source, 'AdTagURI')[0]?.textContent.trim();
  return url ? { url } : null;
}

function listEvents(element: Element): Map<string, string[]> {
  const events = new Map<string, string[]>();
  for (const each of listChildren(element, 'TrackingEvents').flatMap((list) => [
    ...list.children,
  ])) {
    const name = each.getAttribute('event') ?? '';
    events.set(name, [...(events.get(name) ?? []), each.textContent.trim()]);
  }
  return events;
}

function listChildren(element: Element, name: string): Element[] {
  return [...element.children].filter(({ localName }) => localName === name);
}
