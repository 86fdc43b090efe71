import { lazyRouteComponent } from '@tanstack/react-router';
import type { Section } from './i18n/messages.ts';
import { loadWithWords } from './load-with-words.ts';

/** A page whose code and words come when it is opened. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...sections: readonly Section[]
) => lazyRouteComponent(() => loadWithWords(load, sections), name);
