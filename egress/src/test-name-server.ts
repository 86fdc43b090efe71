import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import type { ResolveName } from './egress.ts';

/** TXT and CNAME records by their names; tests change them as the owner of a name would. */
export type TestRecords = {
  texts?: Record<string, string[]>;
  aliases?: Record<string, string>;
};

/** RFC 1035 §3.2.2 */
const TYPES = { A: 1, CNAME: 5, TXT: 16 } as const;

/**
 * A real name server on loopback, over UDP, that gives a name's addresses (IPv4) one after the other, one
 * for each question, and the last for ever.
 */
export async function startNameServer(
  addresses: Record<string, string[]>,
  records: TestRecords = {},
) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    const found = findRecords(addresses[name], records, { name, type });
    socket.send(reply(question.subarray(0, end), type, found), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = `127.0.0.1:${socket.address().port}`;
  const resolver = new Resolver();
  resolver.setServers([address]);
  const resolveName: ResolveName = async (name) =>
    (await resolver.resolve4(name)).map((found) => ({ address: found, family: 4 }));
  return { resolveName, address, asked, close: () => socket.close() };
}

export type NameServer = Awaited<ReturnType<typeof startNameServer>>;

/** RFC 1035 §4.1.2: labels with their lengths, then type and class. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The data of a name's records; null when there is no such name. */
function findRecords(
  list: string[] | undefined,
  { texts = {}, aliases = {} }: TestRecords,
  { name, type }: { name: string; type: number },
): Buffer[] | null {
  const alias = aliases[name];
  if (type === TYPES.CNAME && alias !== undefined) return [toName(alias)];
  if (type === TYPES.TXT && texts[name]) return texts[name].map(toText);
  if (type === TYPES.A && list) {
    const address = list.length > 1 ? list.shift() : list[0];
    return address === undefined ? null : [Buffer.from(address.split('.').map(Number))];
  }
  return list || texts[name] || alias !== undefined ? [] : null;
}

const toName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** RFC 1035 §3.3.14: pieces of at most 255 bytes. */
function toText(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? [''];
  return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
}

function reply(question: Buffer, type: number, records: Buffer[] | null): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(records ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(records?.length ?? 0, 6);
  // Records behind the question (EDNS) are not answered.
  head.writeUInt32BE(0, 8);
  const answers = (records ?? []).map((data) => {
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...answers]);
}
