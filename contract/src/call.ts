import { oc } from '@orpc/contract';

/** What the server, its tests and the API's description must know of a call beside its schemas. */
export type CallMeta = {
  /** Needs no credential: strangers may send it. */
  isOpen?: true;
  /** Takes multipart/form-data beside JSON: most bytes of such a body. */
  maxFormBytes?: number;
};

/** Begins a call of the contract that has such traits; `oc` alone begins one without. */
export const call = oc.$meta<CallMeta>({});
