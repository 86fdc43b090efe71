import { boxes } from './test-boxes.ts';
import { claims } from './test-claims.ts';
import { containers, audioRecipes } from './test-containers.ts';
import { videoRecipes, times } from './test-video.ts';
import { damage } from './test-damage.ts';
import { foreign } from './test-foreign.ts';
import { layouts } from './test-layouts.ts';
import { fragments, streams } from './test-streams.ts';
import type { Recipe } from './test-workshop.ts';

/** Every hostile source, by class. */
export const recipes: readonly Recipe[] = [
  ...containers,
  ...audioRecipes,
  ...videoRecipes,
  ...times,
  ...boxes,
  ...layouts,
  ...fragments,
  ...claims,
  ...streams,
  ...damage,
  ...foreign,
];
