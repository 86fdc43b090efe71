import type { Socket } from 'node:net';

/**
 * Says whether an answer is being sent through a socket: more bytes of ours would stand inside it. Node's
 * own handler of unreadable requests asks the same way, and has no public one.
 */
export function isAnswering(socket: Socket): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent: boolean } | null };
  return response?.headersSent === true;
}
