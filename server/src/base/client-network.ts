import {
  createReadClient,
  getClientNetwork,
  type ReadClient,
} from '@kinora/contract/client-address';
import type { FastifyRequest } from 'fastify';
import type { Config } from './config.ts';

const readers = new WeakMap<Config, ReadClient>();

/** Finds the network that a request comes from, as stated by trusted proxies. */
export function findClientNetwork(config: Config, { raw }: FastifyRequest): string {
  const readClient = readers.get(config) ?? createReadClient(config.trustedProxies);
  readers.set(config, readClient);
  return getClientNetwork(readClient(raw));
}
