export type Input = Readonly<Record<string, unknown>>;

type Asked = {
  url: string;
  init: { method: string; body?: string | FormData; headers?: Record<string, string> };
};

/**
 * One call as the server's OpenAPI handler reads it: what the path names goes there, the rest into
 * the query of a GET, else into a JSON body, or into a form where a file is among it.
 */
export function toRequest(method: string, path: string, input: Input): Asked {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(name, input[name])),
  );
  const rest = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !path.includes(`{${name}}`),
  );
  if (method === 'GET') {
    const query = new URLSearchParams(
      rest
        .filter(([, value]) => value !== null)
        .map(([name, value]) => [name, toText(name, value)]),
    );
    return { url: query.size > 0 ? `${url}?${query}` : url, init: { method } };
  }
  if (rest.some(([, value]) => value instanceof Blob)) {
    const body = new FormData();
    for (const [name, value] of rest) {
      body.append(name, value instanceof Blob ? value : toText(name, value));
    }
    return { url, init: { method, body } };
  }
  if (rest.length === 0 && url !== path) return { url, init: { method } };
  const body = JSON.stringify(Object.fromEntries(rest));
  return { url, init: { method, body, headers: { 'content-type': 'application/json' } } };
}

function toText(name: string, value: unknown): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new TypeError(`${name} is no single value, and only JSON carries others`);
}
