import { lazyRouteComponent } from '@tanstack/react-router';
import { loadPart } from './new-version.ts';

/** A page whose code comes when it is opened. */
export const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPart(load), name);
