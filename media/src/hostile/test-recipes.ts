import { boxes } from './test-boxes.ts';
import { claims } from './test-claims.ts';
import { containers, sounds } from './test-containers.ts';
import { pictures, times } from './test-pictures.ts';
import { damage } from './test-damage.ts';
import { foreign } from './test-foreign.ts';
import { layouts } from './test-layouts.ts';
import { fragments, streams } from './test-streams.ts';
import type { Recipe } from './test-workshop.ts';

/** Every hostile source, by class. */
export const recipes: readonly Recipe[] = [
  ...containers,
  ...sounds,
  ...pictures,
  ...times,
  ...boxes,
  ...layouts,
  ...fragments,
  ...claims,
  ...streams,
  ...damage,
  ...foreign,
];
