import { lazyPart } from '../../../../base/lazy-part.tsx';

/** Says why a key server gave no key. Few do, so that it comes where one did. */
export const KeyProblem = lazyPart(
  async () => (await import('./key-problem-note.tsx')).KeyProblemNote,
  'videos.keyProblem',
);
