import { MAX_DOCUMENT_BYTES, MAX_ELEMENTS } from '../limits.ts';
import { AdFault, FAULT } from './ad-fault.ts';
import { fillMacros } from './macros.ts';
import { toOutsideUrl } from './outside-url.ts';

/** Requests an answer of an ad server, which has so many bytes and elements. @throws AdFault */
export async function requestXml(template: string, signal: AbortSignal): Promise<Document> {
  const url = toOutsideUrl(fillMacros(template, {}));
  if (!url) throw new AdFault(FAULT.wrapper);
  return parseXml(await requestText(url, signal));
}

async function requestText(url: URL, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { credentials: 'omit', signal });
    if (!response.ok || !toOutsideUrl(response.url)) throw new AdFault(FAULT.wrapper);
    return response.body ? await readBounded(response.body) : '';
  } catch (error) {
    throw error instanceof AdFault ? error : new AdFault(FAULT.wrapper);
  }
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_DOCUMENT_BYTES) {
      void reader.cancel();
      throw new AdFault(FAULT.notXml);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** A document type could bring entities, which VAST has no use for. @throws AdFault */
function parseXml(text: string): Document {
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw new AdFault(FAULT.notXml);
  const document = new DOMParser().parseFromString(text.trim(), 'application/xml');
  const elements = document.getElementsByTagName('*');
  const isBroken = document.getElementsByTagName('parsererror').length > 0;
  if (isBroken || elements.length > MAX_ELEMENTS) throw new AdFault(FAULT.notXml);
  return document;
}
