import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createListeners } from './player-js-listeners.ts';

function heardBy() {
  const heard: [string, unknown][] = [];
  return { heard, reply: (event: string, value?: unknown) => void heard.push([event, value]) };
}

test('a listener of an event is notified of it until it leaves', () => {
  const listeners = createListeners(['play', 'pause']);
  const [one, two] = [heardBy(), heardBy()];
  assert.ok(listeners.add('play', '1', one.reply));
  assert.ok(listeners.add('play', '2', two.reply));
  listeners.emit('play', 5);
  listeners.emit('pause');
  listeners.remove('play', '1');
  listeners.emit('play', 6);
  listeners.remove('play', null);
  listeners.emit('play', 7);
  assert.deepEqual(one.heard, [['play', 5]]);
  assert.deepEqual(two.heard, [
    ['play', 5],
    ['play', 6],
  ]);
});

test('unknown events have no listeners, and all together at most 100', () => {
  const listeners = createListeners(['play', 'pause']);
  const { reply, heard } = heardBy();
  for (const event of ['toString', '__proto__', 5, null]) {
    assert.equal(listeners.add(event, 'a', reply), false);
    listeners.remove(event, null);
  }
  const added = Array.from({ length: 150 }, (_, n) =>
    listeners.add(n % 2 ? 'play' : 'pause', `listener ${n}`, reply),
  );
  assert.equal(added.filter(Boolean).length, 100);
  assert.ok(listeners.add('pause', 'listener 0', reply), 'the same one again is not one more');
  listeners.emit('play');
  listeners.emit('pause');
  assert.equal(heard.length, 100);
  listeners.remove('play', 'listener 1');
  assert.ok(listeners.add('play', 'another', reply));
});
