import ipaddr from 'ipaddr.js';

/**
 * What counts as one network: an IPv6 network of 64 bits, the least that a subscriber has
 * (RFC 6177), and an IPv4 address however it is written.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** What one subscriber may have of IPv6 (RFC 6177 §2); an IPv4 address is its own. */
export function siteOf(network: string): string {
  if (!network.endsWith('::/64')) return network;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
