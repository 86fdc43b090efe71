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

/** Networks of a house or a carrier, which are in no country: RFC 1918, 3927, 4193, 4291 and 6598. */
export const PRIVATE_RANGES: readonly string[] = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
const privateRanges = PRIVATE_RANGES.map((range) => ipaddr.parseCIDR(range));

/** Says whether an address is in one of these ranges; false for text that is no IP address. */
export function isPrivateAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return privateRanges.some(
    ([range, bits]) => address.kind() === range.kind() && address.match(range, bits),
  );
}
