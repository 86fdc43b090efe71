import { it } from 'node:test';

/** The reasons why cases are left out, by their names. */
export type LeftOut = Readonly<Record<string, string>>;

export type Case = (name: string, run: () => Promise<void>) => void;

/** Wraps `it`: cases that are left out count as skipped, with their reason. */
export function openCases(leftOut: LeftOut): { it: Case; requireAllKnown: () => void } {
  const unknown = new Set(Object.keys(leftOut));
  return {
    it(name, run) {
      unknown.delete(name);
      void it(name, { skip: leftOut[name] ?? false }, run);
    },
    /** Throws for a left-out name without a case, so that a renamed case does not stay left out. */
    requireAllKnown() {
      if (unknown.size > 0) throw new Error(`No such cases: ${[...unknown].join(', ')}`);
    },
  };
}
