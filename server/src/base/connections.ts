import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { getNetwork, getSite } from '@kinora/contract/network';
import type { HttpLimits } from './http-limits.ts';

/**
 * Bounds a server's connections, in total and for one subscriber, so that others still get some.
 *
 * @param proxies CIDR ranges whose connections bring many clients and aren't counted
 */
export function boundConnections(
  server: Server,
  limits: Pick<HttpLimits, 'connections' | 'networkConnections' | 'siteConnections'>,
  proxies: readonly string[],
): void {
  server.maxConnections = limits.connections;
  const isProxy = createIsWithin(proxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // A socket for both families states IPv4 so.
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
    if (isProxy(address)) return;
    const shares = listShares(address, limits);
    if (shares.some(([holder, max]) => (open.get(holder) ?? 0) >= max)) {
      socket.destroy();
      return;
    }
    for (const [holder] of shares) open.set(holder, (open.get(holder) ?? 0) + 1);
    socket.once('close', () => {
      for (const [holder] of shares) {
        const left = (open.get(holder) ?? 1) - 1;
        if (left > 0) open.set(holder, left);
        else open.delete(holder);
      }
    });
  });
}

/** Lists the networks that a connection counts for, and how many connections each may have. */
function listShares(
  address: string,
  limits: Pick<HttpLimits, 'networkConnections' | 'siteConnections'>,
): [holder: string, max: number][] {
  const network = getNetwork(address);
  const site = getSite(network);
  const ofNetwork: [string, number] = [network, limits.networkConnections];
  return site === network ? [ofNetwork] : [ofNetwork, [site, limits.siteConnections]];
}

function createIsWithin(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}
