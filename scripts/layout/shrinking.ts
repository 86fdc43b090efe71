import type { Rule } from './source.ts';

/**
 * A rule that the code breaks in places which are listed: no fault may be added, and an entry whose
 * fault is mended must leave the list.
 */
export function shrinking(rule: Rule, listed: readonly string[], listedIn: string): Rule {
  return (tree) => {
    const faults = rule(tree);
    const found = new Set(faults.map(({ entry }) => entry));
    const mended = listed.filter((entry) => !found.has(entry));
    return [
      ...faults.filter(({ entry }) => entry === undefined || !listed.includes(entry)),
      ...mended.map((entry) => ({
        path: listedIn,
        message: `"${entry}" is mended: take it off the list`,
      })),
    ];
  };
}
