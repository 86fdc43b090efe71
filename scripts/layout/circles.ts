import { findImports } from './imports.ts';
import { type Fault, featureFile, isShipped, type Rule } from './source.ts';

type Graph = Map<string, Set<string>>;

/** Types count: files that need each other's can't be read one after the other. */
export const fileCircles: Rule = (tree) => {
  const graph: Graph = new Map();
  for (const found of findImports(tree)) {
    if (found.target && tree.has(found.target)) connect(graph, found.from, found.target);
  }
  return describe(
    graph,
    'files import each other in a circle',
    'move what both need into the one below',
  );
};

/** Nobody imports these, of one's own feature or of another: what they need closes no circle. */
const ENTRIES: Record<string, readonly string[]> = {
  server: ['routes', 'work'],
  console: ['routes', 'pages', 'sections'],
};

/** Between features a type couples as much as a call. */
export const featureCircles: Rule = (tree) => {
  const graph: Graph = new Map();
  for (const found of findImports(tree)) {
    const from = featureFile(found.from);
    const to = featureFile(found.target ?? '');
    if (!from || !to || from.app !== to.app || from.feature === to.feature) continue;
    if (!isShipped(found.from) || ENTRIES[from.app]?.includes(from.kind)) continue;
    const folder = `${from.app}/src/features`;
    connect(graph, `${folder}/${from.feature}`, `${folder}/${to.feature}`);
  }
  return describe(
    graph,
    'features import each other in a circle',
    'move what both need into the one below, or ask for it in routes or work, which nobody imports',
  );
};

function connect(graph: Graph, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

function describe(graph: Graph, what: string, help: string): Fault[] {
  return findCircles(graph).map((circle) => ({
    path: circle[0] ?? '',
    message: `${what}: ${circle.join(' → ')}; ${help}`,
  }));
}

/** One circle for each edge that leads back to where a walk came from. */
function findCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (node: string, trail: string[]) => {
    const seenAt = trail.indexOf(node);
    if (seenAt !== -1) {
      circles.push([...trail.slice(seenAt), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) walk(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return circles;
}
