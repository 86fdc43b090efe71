import { it } from 'node:test';

/** Why a case is left out, by the case's name. */
export type LeftOut = Readonly<Record<string, string>>;

export type Case = (name: string, run: () => Promise<void>) => void;

/** `it`, but for the cases that are left out: they count as skipped, with their reason. */
export function openCases(leftOut: LeftOut): { it: Case; requireAllKnown: () => void } {
  const unknown = new Set(Object.keys(leftOut));
  return {
    it(name, run) {
      unknown.delete(name);
      void it(name, { skip: leftOut[name] ?? false }, run);
    },
    /** A case that has another name now must not stay left out. */
    requireAllKnown() {
      if (unknown.size > 0) throw new Error(`No such cases: ${[...unknown].join(', ')}`);
    },
  };
}
