export type Reply = (event: string, value?: unknown) => void;

/** More than any page needs, and few enough that an event is told in no time. */
const MAX_LISTENERS = 100;

export type Listeners = {
  /** False for an unknown event, and for one listener too many. */
  add(event: unknown, id: string | null, reply: Reply): boolean;
  /** Without an id, all that listen to the event. */
  remove(event: unknown, id: string | null): void;
  emit: Reply;
};

export function createListeners(events: readonly string[]): Listeners {
  const byEvent = new Map(events.map((event) => [event, new Map<string | null, Reply>()]));
  const of = (event: unknown) => (typeof event === 'string' ? byEvent.get(event) : undefined);
  const count = (): number => [...byEvent.values()].reduce((sum, { size }) => sum + size, 0);
  return {
    add(event, id, reply) {
      const replies = of(event);
      if (!replies || (!replies.has(id) && count() >= MAX_LISTENERS)) return false;
      replies.set(id, reply);
      return true;
    },
    remove(event, id) {
      if (id === null) of(event)?.clear();
      else of(event)?.delete(id);
    },
    emit(event, value) {
      for (const reply of of(event)?.values() ?? []) reply(event, value);
    },
  };
}
