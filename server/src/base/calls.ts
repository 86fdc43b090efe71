import type { CallMeta, ContractCall } from '@kinora/contract/call';
import { contract } from '@kinora/contract/router';
import { z } from 'zod';

/** A call of the contract and all that is said of it there. */
export type Call = CallMeta & {
  /** `accounts.signIn` */
  id: string;
  method: string;
  path: string;
  successStatus: number;
  input: z.ZodType;
};

export const calls: readonly Call[] = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries<ContractCall>(procedures).map(([name, procedure]) => {
    const { route, meta, inputSchema = z.object({}) } = procedure['~orpc'];
    const { method = 'POST', path = '', successStatus = 200 } = route;
    const input = inputSchema as z.ZodType;
    return { ...meta, id: `${feature}.${name}`, method, path, successStatus, input };
  }),
);

const PATTERNS = new Map(
  calls.map((call) => [call, new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)]),
);

const listCallsAt = (path: string) => calls.filter((call) => PATTERNS.get(call)?.test(path));

/** The call at a path without its query; null when the contract has none there by this method. */
export function findCall(method: string, path: string): Call | null {
  return listCallsAt(path).find((call) => call.method === method) ?? null;
}

/** @throws RangeError when the contract has no such call */
export function getCall(id: string): Call {
  const found = calls.find((call) => call.id === id);
  if (!found) throw new RangeError(`no call ${id}`);
  return found;
}

/** Methods that are answered at a path without its query; none where there is no call. */
export function listMethodsAt(path: string): string[] {
  const methods = listCallsAt(path).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)))];
}
