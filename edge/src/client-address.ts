import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { getNetwork } from '@kinora/contract/network';

/** The address of a client. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Tells clients apart: an IPv4 address, or the /64 network that one IPv6 customer has. */
export type ClientNetwork = (request: IncomingMessage) => string;

export function createClientNetwork(clientAddress: ClientAddress): ClientNetwork {
  return (request) => getNetwork(clientAddress(request));
}

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
  const isTrusted = (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    let address = toPlainAddress(request.socket.remoteAddress ?? '');
    if (trustedProxies.length === 0) return address;
    const hops = [request.headers['x-forwarded-for'] ?? ''].flat().join(',').split(',');
    while (isIP(address) !== 0 && isTrusted(address)) {
      const hop = toPlainAddress((hops.pop() ?? '').trim());
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

/** A socket for both families states IPv4 addresses as `::ffff:192.0.2.1`. */
function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
