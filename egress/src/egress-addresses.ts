import { BlockList, isIP } from 'node:net';

/** Says whether an outgoing request may connect to an address, written as `net.isIP` takes it. */
export type AddressCheck = (address: string) => boolean;

/** IANA's registry of special addresses: none of them is a server on the internet. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Only 2000::/3 is given out at all; within it these are special, or wrap an IPv4 address. */
const GLOBAL_IPV6 = ['2000::/3'];
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** RFC 4291 §2.5.5.2 and RFC 6052 §2.1: the last 32 bits are the IPv4 address that is reached. */
const WRAPS_IPV4 = createBlockList(['::ffff:0:0/96', '64:ff9b::/96']);

const specialIpv4 = createBlockList(SPECIAL_IPV4);
const globalIpv6 = createBlockList(GLOBAL_IPV6);
const specialIpv6 = createBlockList(SPECIAL_IPV6);

/** Lets public addresses through, and private ones inside `allowed` (CIDR ranges). */
export function openAddressCheck(allowed: readonly string[]): AddressCheck {
  const ranges = createBlockList(allowed);
  return (address) => {
    const family = isIP(address);
    // A zone names an interface of this machine.
    if (family === 0 || address.includes('%')) return false;
    if (family === 4) return ranges.check(address, 'ipv4') || !specialIpv4.check(address, 'ipv4');
    if (WRAPS_IPV4.check(address, 'ipv6')) {
      const inner = unwrapIpv4(address);
      return ranges.check(inner, 'ipv4') || !specialIpv4.check(inner, 'ipv4');
    }
    if (ranges.check(address, 'ipv6')) return true;
    return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
  };
}

function unwrapIpv4(address: string): string {
  // The URL parser writes every spelling of an IPv6 address as hexadecimal groups (RFC 5952 §4).
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  // A wrapped 0.0.x.y ends in `::`, whose empty groups are zeros.
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function createBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const isSix = isIP(address) === 6;
    list.addSubnet(address, Number(bits ?? (isSix ? 128 : 32)), isSix ? 'ipv6' : 'ipv4');
  }
  return list;
}
