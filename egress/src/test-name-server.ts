import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import type { ResolveName } from './egress.ts';

/**
 * A real name server on loopback that gives a name's addresses (IPv4) one after the other, one for
 * each question, and the last for ever.
 */
export async function startNameServer(answers: Record<string, string[]>) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, end } = readName(question);
    asked.push(name);
    const list = answers[name] ?? [];
    const address = list.length > 1 ? list.shift() : list[0];
    socket.send(reply(question.subarray(0, end), address), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  const resolveName: ResolveName = async (name) =>
    (await resolver.resolve4(name)).map((address) => ({ address, family: 4 }));
  return { resolveName, asked, close: () => socket.close() };
}

/** RFC 1035 §4.1.2: labels with their lengths, then type and class. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), end: at + 5 };
}

function reply(question: Buffer, address: string | undefined): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(address ? 1 : 0, 6);
  // Records behind the question (EDNS) are not answered.
  head.writeUInt32BE(0, 8);
  if (!address) return head;
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([head, record, Buffer.from(address.split('.').map(Number))]);
}
