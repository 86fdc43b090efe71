import { createContext, use } from 'react';
import type { DeliveryModel } from '@kinora/contract/preset-tracks';
import type { Offer } from '../rules/models.ts';

/** What every field of the form needs to know of the whole. */
export type FormScope = {
  model: DeliveryModel;
  offer: Offer;
  /** What is wrong with a field, in words; by its path as the server names it. */
  errorAt: (path: string) => string | undefined;
  /** How many problems are told at or below a path. */
  countBelow: (path: string) => number;
  /** While it is being saved nothing changes. */
  busy: boolean;
  openParts: ReadonlySet<string>;
  setOpen: (id: string, open: boolean) => void;
};

export const FormContext = createContext<FormScope | undefined>(undefined);

export function useFormScope(): FormScope {
  const scope = use(FormContext);
  if (scope === undefined) throw new Error('Used outside a preset’s form');
  return scope;
}

/** Id of a field's input, so that a list of problems can lead to it. */
export function fieldId(path: string): string {
  return `preset-${path}`;
}
