import { createContext, use } from 'react';

const BarPlaceContext = createContext<HTMLElement | null>(null);

/** Gives the pages of a frame the place where their bar stands. */
export const BarPlaceProvider = BarPlaceContext;

/** The place at the end of the window's content; null until it is drawn. */
export function useBarPlace(): HTMLElement | null {
  return use(BarPlaceContext);
}
