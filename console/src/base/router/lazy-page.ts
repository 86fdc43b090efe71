import type { ComponentType } from 'react';
import type { Section } from '../i18n/messages.ts';
import { loadWithWords } from '../load-with-words.ts';

/** A page's code, loaded at most once. */
export type LazyPage = () => Promise<ComponentType>;

/** A page whose code and words load when it is opened, again after a failure. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...sections: readonly Section[]
): LazyPage {
  let loading: Promise<ComponentType> | undefined;
  return () => {
    loading ??= loadWithWords(load, sections).then(
      (module) => module[name],
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
}
