import type { Visit } from './visit.ts';

/** Says what was prepared before the screens are looked at. */
export type Scene = {
  projectKey: string;
  videoKey: string;
  embedUrl: string;
  watchUrl: string;
  clip: string;
  /** A protected video, and its project. */
  adaptiveProjectKey: string;
  adaptiveVideoKey: string;
  /** A preset of the team's own, which nothing uses. */
  presetId: string;
  /** After the list was seen empty; returns the id. */
  createOverlay: () => Promise<string>;
  createKeyServer: () => Promise<string>;
};

export type Screen = {
  name: string;
  /** Stands alone in another site's frame, so it needs no heading. */
  isEmbedded?: true;
  /** From whatever screen was open before. */
  open: (visit: Visit, scene: Scene) => Promise<void>;
};

export const go = ({ page, product }: Visit, path: string) => page.goto(product.consoleUrl + path);
export const inTeam = (visit: Visit, path: string) => go(visit, `/${visit.product.team}${path}`);
export const ofProject = (visit: Visit, { projectKey }: Scene, path = '') =>
  inTeam(visit, `/projects/${projectKey}${path}`);
export const heading = ({ page }: Visit, name: string, level: number) =>
  page.getByRole('heading', { name, level, exact: true }).waitFor();
