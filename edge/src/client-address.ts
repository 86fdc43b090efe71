import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import { getNetwork } from '@kinora/contract/network';
import { LRUCache } from 'lru-cache';

/** The address of a client. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Tells clients apart: an IPv4 address, or the /64 network that one IPv6 customer has. */
export type ClientNetwork = (request: IncomingMessage) => string;

export function createClientNetwork(clientAddress: ClientAddress): ClientNetwork {
  return (request) => getNetwork(clientAddress(request));
}

const MAX_KNOWN = 1000;

/**
 * Finds the client that trusted proxies state in `X-Forwarded-For`, read from the right: anybody may
 * have written the entries left of an untrusted hop. `trustedProxies` are CIDR ranges.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  // Proxies are few, and each request comes through one.
  const known = new LRUCache<string, boolean>({ max: MAX_KNOWN });
  const isTrusted = (address: string) => {
    let found = known.get(address);
    if (found === undefined) {
      const family = isIP(address);
      found = family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
      known.set(address, found);
    }
    return found;
  };

  return (request) => {
    let address = toPlainAddress(request.socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return address;
    const hops = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
    while (isTrusted(address)) {
      const hop = (hops.pop() ?? '').trim();
      if (isIP(hop) === 0) break;
      address = toPlainAddress(hop);
    }
    return address;
  };
}

/**
 * Gives an address its one spelling, as signatures name it. A socket for both families states IPv4 addresses as
 * `::ffff:192.0.2.1`, and proxies write IPv6 ones as they like.
 */
function toPlainAddress(address: string): string {
  const spelt = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address;
  return spelt.replace(/^::ffff:(?=\d+\.)/i, '');
}
