export type Reply = (event: string, value?: unknown) => void;

/** More than any page needs, and few enough to notify all quickly. */
const MAX_LISTENERS = 100;

export type Listeners = {
  /** Returns false for an unknown event, and for one listener too many. */
  add(event: unknown, id: string | null, reply: Reply): boolean;
  /** Without an id it removes all listeners of the event. */
  remove(event: unknown, id: string | null): void;
  emit: Reply;
};

export function createListeners(events: readonly string[]): Listeners {
  const byEvent = new Map(events.map((event) => [event, new Map<string | null, Reply>()]));
  const findReplies = (event: unknown) =>
    typeof event === 'string' ? byEvent.get(event) : undefined;
  const countListeners = (): number =>
    [...byEvent.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    add(event, id, reply) {
      const replies = findReplies(event);
      if (!replies || (!replies.has(id) && countListeners() >= MAX_LISTENERS)) return false;
      replies.set(id, reply);
      return true;
    },
    remove(event, id) {
      if (id === null) findReplies(event)?.clear();
      else findReplies(event)?.delete(id);
    },
    emit(event, value) {
      for (const reply of findReplies(event)?.values() ?? []) reply(event, value);
    },
  };
}
