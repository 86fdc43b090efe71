import pg from 'pg';

/** The queue's library asks these all the time: it looks for the next job, and says that one has ended. */
const KEPT = /^\s*WITH\s+(?:next|active_group_count_map|results)\b/;
/** Some three for each queue. */
const MAX_TEXTS = 200;

const names = new Map<string, string>();

/** A connection of the queue's library that plans once what is asked all the time: two thirds of a look for a job. */
export class QueueClient extends pg.Client {}

QueueClient.prototype.query = function ask(this: pg.Client, text: unknown, ...rest: unknown[]) {
  const name = typeof text === 'string' ? findName(text) : undefined;
  const asked = name === undefined ? text : { name, text };
  const query = Reflect.get(pg.Client.prototype, 'query') as (...asked: unknown[]) => unknown;
  return query.apply(this, [asked, ...rest]);
} as typeof pg.Client.prototype.query;

function findName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_TEXTS || !KEPT.test(text)) return known;
  const name = `queue_${names.size}`;
  names.set(text, name);
  return name;
}
