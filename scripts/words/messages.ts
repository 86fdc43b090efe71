import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Messages = { [key: string]: string | Messages };

/** Key path → message, the path written as `videos.list.title`. */
export function flatten(messages: Messages, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [name, value] of Object.entries(messages)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof value === 'string') flat.set(key, value);
    else for (const [inner, message] of flatten(value, key)) flat.set(inner, message);
  }
  return flat;
}

/** Faults between the two languages, one line each. */
export function compareLanguages(
  en: ReadonlyMap<string, string>,
  th: ReadonlyMap<string, string>,
): string[] {
  const missing = [...en.keys()].filter((key) => !th.has(key));
  const surplus = [...th.keys()].filter((key) => !en.has(key));
  const both = [...en].flatMap(([key, english]) => {
    const thai = th.get(key);
    return thai === undefined ? [] : compareMessage(key, english, thai);
  });
  return [
    ...missing.map((key) => `th lacks ${key}`),
    ...surplus.map((key) => `en lacks ${key}, which th has`),
    ...both,
  ];
}

function compareMessage(key: string, english: string, thai: string): string[] {
  if (english.trim() === '') return [`en: ${key} is empty`];
  if (thai.trim() === '') return [`th: ${key} is empty`];
  const wanted = argumentsOf(english);
  const given = argumentsOf(thai);
  if (wanted === null) return [`en: ${key} is not a valid ICU message`];
  if (given === null) return [`th: ${key} is not a valid ICU message`];
  if (wanted !== given) {
    return [`th: ${key} takes ${given || 'nothing'}, in English ${wanted || 'nothing'}`];
  }
  return isStillEnglish(thai) ? [`th: ${key} is still English: "${thai}"`] : [];
}

/** The arguments and tags of a message as one sorted text; null when it does not parse. */
export function argumentsOf(message: string): string | null {
  try {
    const found = parse(message).flatMap(argumentsOfElement);
    return [...new Set(found)].sort().join(', ');
  } catch {
    return null;
  }
}

function argumentsOfElement(element: MessageFormatElement): string[] {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return [];
    case TYPE.argument:
      return [`{${element.value}}`];
    case TYPE.tag:
      return [`<${element.value}>`, ...element.children.flatMap(argumentsOfElement)];
    case TYPE.plural:
      // Thai has one plural form where English has two: a plain number serves it as well.
      return [`{${element.value}, number}`, ...argumentsOfOptions(element.options)];
    case TYPE.select: {
      const options = Object.keys(element.options).sort().join(' ');
      return [`{${element.value}, select, ${options}}`, ...argumentsOfOptions(element.options)];
    }
    case TYPE.number:
      return [`{${element.value}, number}`];
    case TYPE.date:
      return [`{${element.value}, date}`];
    case TYPE.time:
      return [`{${element.value}, time}`];
  }
}

function argumentsOfOptions(options: Record<string, { value: MessageFormatElement[] }>): string[] {
  return Object.values(options).flatMap((option) => option.value.flatMap(argumentsOfElement));
}

/** Terms of several words that Thai teams use as they are (docs/words.md). */
const TERMS = /\b(?:Signed URL|Dynamic range)\b/g;

/**
 * A single foreign word may be a name, such as `Multi-DRM`; two without a Thai letter are an untranslated
 * sentence.
 */
function isStillEnglish(thai: string): boolean {
  if (/\p{Script=Thai}/u.test(thai)) return false;
  const text = thai.replaceAll(TERMS, ' ').replaceAll(/\{[^{}]*\}|<[^>]*>/g, ' ');
  return (text.match(/\p{Script=Latin}{2,}(-\p{Lu}+\b)?/gu) ?? []).length >= 2;
}
