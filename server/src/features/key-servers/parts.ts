import type { KeyProblem } from '@kinora/contract/key-servers';
import { definePart } from '../video-parts/parts.ts';
import { keyProblemOfVideo } from './queries.ts';

/** Says why the stream has no key yet. */
export const keyProblemPart = definePart({
  name: 'keyProblem',
  at: 'vod',
  column: keyProblemOfVideo,
  present: (keyProblem: KeyProblem | null) => ({ keyProblem }),
});
