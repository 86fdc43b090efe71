import { createRoute } from '@tanstack/react-router';
import { teamRoute } from './team-route.ts';

// The two routes that a project's pages hang below. What they draw is set by features/projects.

/** Loads the project of the address; its pages are drawn only when it is there. */
export const projectRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: 'projects/$projectKey',
});

/** Draws the project's head and tabs. A page with a head of its own hangs below `projectRoute`. */
export const projectShellRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'shell',
});

export type ProjectRoute = typeof projectRoute;
export type ProjectShellRoute = typeof projectShellRoute;
