import ipaddr from 'ipaddr.js';
import { getNetwork } from './network.ts';

/** Says where a request comes from, in the one spelling of an address, as signatures name it. */
export type Client = {
  /** Null when a trusted proxy states something other than an address. */
  address: string | null;
  /** The last address on the way that is known, which counts where a client is only told from others. */
  lastHop: string;
};

/** Reads a request of Node. */
export type ReadClient = (request: {
  socket: { remoteAddress?: string | undefined };
  headers: Readonly<Record<string, string | string[] | undefined>>;
}) => Client;

/** Tells clients apart: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function getClientNetwork({ lastHop }: Client): string {
  return getNetwork(lastHop);
}

/** Says whether a proxy has passed the request on, which then does not come from this machine. */
export function isPassedOn(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
}

/** Proxies are few, and each request comes through one. */
const MAX_KNOWN = 1000;

/**
 * Finds the client that trusted proxies state in `X-Forwarded-For`, read from the right: anybody may
 * have written the entries left of an untrusted hop.
 *
 * @param trustedProxies CIDR ranges and addresses
 * @param onUnreadable is called with the first entry of a trusted proxy that is no address
 */
export function createReadClient(
  trustedProxies: readonly string[],
  onUnreadable: (entry: string) => void = () => {},
): ReadClient {
  const isTrusted = createIsTrusted(trustedProxies);
  let wasUnreadable = false;
  return ({ socket, headers }) => {
    let address = toPlainAddress(socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return { address, lastHop: address };
    const hops = listHops(headers['x-forwarded-for']);
    while (isTrusted(address)) {
      const entry = hops.pop();
      if (entry === undefined) break;
      const stated = readEntry(entry);
      if (stated === null) {
        if (!wasUnreadable) onUnreadable(entry);
        wasUnreadable = true;
        return { address: null, lastHop: address };
      }
      address = toPlainAddress(stated);
    }
    return { address, lastHop: address };
  };
}

function createIsTrusted(ranges: readonly string[]): (address: string) => boolean {
  const trusted = ranges.map((range) => {
    const [start = '', bits] = range.split('/');
    const address = ipaddr.parse(start);
    const whole = address.kind() === 'ipv6' ? 128 : 32;
    return { address, bits: bits === undefined ? whole : Number(bits) };
  });
  const known = new Map<string, boolean>();
  return (address) => {
    let found = known.get(address);
    if (found === undefined) {
      const one = isAddress(address) ? ipaddr.parse(address) : null;
      found = trusted.some(
        (range) => one?.kind() === range.address.kind() && one.match(range.address, range.bits),
      );
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(address, found);
    }
    return found;
  };
}

/** RFC 9110 §5.6.1.2: empty entries of a list count as none. */
function listHops(header: string | string[] | undefined): string[] {
  const entries = [header ?? ''].flat().join(',').split(',');
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

// Some proxies write the client's port, and then or always an IPv6 address in brackets.
const IPV4_WITH_PORT = /^([0-9.]+):[0-9]{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([0-9A-Fa-f:.]+)\](?::[0-9]{1,5})?$/;

/** Null when the entry is not an address. */
function readEntry(entry: string): string | null {
  const address = IPV4_WITH_PORT.exec(entry)?.[1] ?? IPV6_IN_BRACKETS.exec(entry)?.[1] ?? entry;
  // The address is copied, as V8 keeps the whole header alive for a part of its text.
  return isAddress(address) ? ipaddr.parse(address).toString() : null;
}

/**
 * IPv4, also where it ends an IPv6 address (RFC 4291 §2.2), has four decimal parts without zeros in front:
 * others read `010` as eight.
 */
function isAddress(text: string): boolean {
  const [end = ''] = text.slice(text.lastIndexOf(':') + 1).split('%');
  const isDecimal = ipaddr.IPv4.isValidFourPartDecimal(end);
  if (end === text) return isDecimal;
  return ipaddr.IPv6.isValid(text) && (isDecimal || !end.includes('.'));
}

/**
 * A socket for both families states IPv4 addresses as `::ffff:192.0.2.1`, and proxies write IPv6 ones as
 * they like.
 */
function toPlainAddress(address: string): string {
  return address.includes(':') && isAddress(address) ? ipaddr.process(address).toString() : address;
}
