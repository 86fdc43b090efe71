import type { AnyContractProcedure } from '@orpc/contract';

type Routes = Record<string, Record<string, AnyContractProcedure>>;

/** Gives, for a path without its query, the methods that the contract has there; none of others. */
export function allowedMethods(contract: Routes): (path: string) => string[] {
  const routes = Object.values(contract)
    .flatMap((feature) => Object.values(feature))
    .map((procedure) => {
      const { method = 'POST', path = '' } = procedure['~orpc'].route;
      return { method, form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
    });
  return (path) => [
    ...new Set(routes.flatMap(({ method, form }) => (form.test(path) ? [method] : []))),
  ];
}
