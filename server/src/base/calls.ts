import type { AnyContractProcedure } from '@orpc/contract';
import type { CallMeta } from '@kinora/contract/call';
import { contract } from '@kinora/contract/router';

/** A call of the contract, as the border sees it before a schema is asked. */
export type Call = {
  /** `accounts.signIn` */
  id: string;
  method: string;
  isOpen: boolean;
  /** Null when the call takes no form. */
  maxFormBytes: number | null;
};

const routes = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries<AnyContractProcedure>(procedures).map(([name, procedure]) => {
    const { method = 'POST', path = '' } = procedure['~orpc'].route;
    const { isOpen = false, maxFormBytes = null } = procedure['~orpc'].meta as CallMeta;
    const call: Call = { id: `${feature}.${name}`, method, isOpen, maxFormBytes };
    return { call, form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) };
  }),
);

/** The call at a path without its query; null when the contract has none there by this method. */
export function findCall(method: string, path: string): Call | null {
  return routes.find(({ call, form }) => call.method === method && form.test(path))?.call ?? null;
}

/** @throws RangeError when the contract has no such call */
export function callOfId(id: string): Call {
  const found = routes.find(({ call }) => call.id === id);
  if (!found) throw new RangeError(`no call ${id}`);
  return found.call;
}

/** Methods that are answered at a path without its query; none where there is no call. */
export function methodsAt(path: string): string[] {
  const methods = routes.flatMap(({ call, form }) => (form.test(path) ? [call.method] : []));
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))];
}
