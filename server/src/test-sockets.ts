import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection, and all that the server has sent once it has closed it. */
export type Connection = { socket: Socket; answer: Promise<string> };

/** Opens a connection and sends a text, which need be no request, or only its beginning. */
export function openConnection(port: number, text: string): Connection {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  return { socket, answer: once(socket, 'close').then(() => answer) };
}

/** Sends a text and reads the answer until the server closes the connection. */
export async function exchange(port: number, text: string): Promise<string> {
  return openConnection(port, text).answer;
}
