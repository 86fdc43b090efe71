import { REFUSAL_PACE, type RefusalPace } from '@kinora/contract/refusal-pace';

const KB = 1024;
const MB = 1024 * KB;

/** Limits of one process of the API for all of its clients. */
export type HttpLimits = {
  connections: number;
  /** One network has at most so many of them; a trusted proxy has them all. */
  networkConnections: number;
  /** So has the whole site of an IPv6 subscriber, which holds 65,536 networks. */
  siteConnections: number;
  /** A client has this long for the whole head of a request. */
  headersMs: number;
  keepAliveMs: number;
  /** The time of heads is checked this often. */
  checkMs: number;
  /** The body of a stranger is limited, and the sum of all their bodies at one time. */
  strangersBodyBytes: number;
  strangersBodiesBytes: number;
  /** One network holds at most this of them. */
  strangersShareBytes: number;
  /** So are the JSON of a signed-in caller, and the sum of all their bodies, forms included. */
  callersBodyBytes: number;
  callersBodiesBytes: number;
  /** One account holds at most this of them, and one network at most that. */
  callersShareBytes: number;
  networkShareBytes: number;
  /** After this a body has to come at a pace, so that a large one may take long. */
  bodyGraceMs: number;
  bodyBytesPerSecond: number;
  /** The longest pause that a client can earn by sending faster than it must. */
  bodyCreditMs: number;
  /** How long the rest of a body is still read after the answer. */
  drainMs: number;
  refusals: RefusalPace;
};

export const HTTP_LIMITS: HttpLimits = {
  // Consoles keep one or two open each; an idle one costs some 5 KB.
  connections: 10_000,
  // An office of a thousand behind one address has two each.
  networkConnections: 2500,
  siteConnections: 5000,
  headersMs: 10_000,
  // Above the 60 s of common load balancers, so that they and not we close idle connections.
  keepAliveMs: 65_000,
  checkMs: 5000,
  // A sign-in has some hundred bytes.
  strangersBodyBytes: 16 * KB,
  strangersBodiesBytes: 16 * MB,
  strangersShareBytes: 2 * MB,
  callersBodyBytes: MB,
  callersBodiesBytes: 128 * MB,
  // A form with a picture has 10 MB and a person may send two at once; an office sends more.
  callersShareBytes: 24 * MB,
  networkShareBytes: 64 * MB,
  // A line of 64 kbit/s, at which a picture of 10 MB takes 21 minutes. A body sent byte by byte
  // holds its room for seconds only.
  bodyGraceMs: 5000,
  bodyBytesPerSecond: 8 * KB,
  bodyCreditMs: 30_000,
  drainMs: 30_000,
  refusals: REFUSAL_PACE,
};
