import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents } from './event-stream.ts';

const bytes = new TextEncoder();

function responseOf(...parts: Uint8Array[]): Response {
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
  );
}

async function read(response: Response): Promise<string[]> {
  const texts: string[] = [];
  for await (const { id, data } of readEvents(response)) texts.push(id ? `${id} ${data}` : data);
  return texts;
}

test('events are read however the stream is cut, and comments are passed over', async () => {
  const whole = bytes.encode(
    'event: message\ndata: {"a":"ก"}\n\n: \n\nid: x1\ndata: {"b":1}\n\ndata: {"c',
  );
  const expected = ['{"a":"ก"}', 'x1 {"b":1}'];
  assert.deepEqual(await read(responseOf(whole)), expected);
  const cut = [...whole].map((byte) => Uint8Array.of(byte));
  assert.deepEqual(await read(responseOf(...cut)), expected);
  assert.deepEqual(await read(new Response(null)), []);
});

test('a stream that breaks off rejects behind what it had', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.encode('data: {"a":1}\n\n'));
    },
    pull(controller) {
      controller.error(new Error('cut'));
    },
  });
  const texts: string[] = [];
  await assert.rejects(async () => {
    for await (const { data } of readEvents(new Response(broken))) texts.push(data);
  }, /cut/);
  assert.ok(texts.length <= 1);
});
