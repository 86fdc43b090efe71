import { useParams } from '@tanstack/react-router';

/** One parameter of the address, decoded. Throws where the route has none of that name. */
export function useRouteParam(name: string): string {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const value = params[name];
  if (value === undefined) throw new Error(`The route has no parameter ${name}`);
  return value;
}
