import ipaddr from 'ipaddr.js';

/**
 * Returns the network of an address: 64 bits of IPv6, the smallest network of a subscriber
 * (RFC 6177), or the IPv4 address in one spelling.
 */
export function getNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Returns the largest network of an IPv6 subscriber (RFC 6177 §2); an IPv4 address is its own. */
export function getSite(network: string): string {
  if (!network.endsWith('::/64')) return network;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
