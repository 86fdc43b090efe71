import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { getNetwork } from '@kinora/contract/network';
import type { HttpLimits } from './http-limits.ts';

/**
 * Bounds the connections of a server, and of them those of one network, so that others find some.
 *
 * @param proxies CIDR ranges whose connections bring many clients and aren't counted
 */
export function boundConnections(
  server: Server,
  { connections, networkConnections }: Pick<HttpLimits, 'connections' | 'networkConnections'>,
  proxies: readonly string[],
): void {
  server.maxConnections = connections;
  const isProxy = createIsWithin(proxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // A socket for both families states IPv4 so.
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/i, '');
    if (isProxy(address)) return;
    const network = getNetwork(address);
    const count = open.get(network) ?? 0;
    if (count >= networkConnections) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
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
