/** A page of a customer's site sends this. */
export type Sending = { endpoint: string; token: string; videoKey: string; bytes: number };

/** Each answers the address of its upload. */
export type Clients = {
  byUppy: (sending: Sending) => Promise<string>;
  /** In chunks, left off after the first and gone on with by another client. */
  byTus: (sending: Sending) => Promise<string>;
  /** Begun, and given up with what was kept. */
  terminate: (sending: Sending) => Promise<string>;
};
