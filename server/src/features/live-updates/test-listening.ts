import type { AddressInfo } from 'node:net';
import type { Person, TestApp } from '../../test-app.ts';

export type Changes = { subject: string; key: string | null }[];
export type Message = { changes: Changes; resumed?: true; id?: string };
export type Listening = {
  status: number;
  messages: Changes[];
  /** The same as they came. */
  events: Message[];
  leave: () => void;
  ended: Promise<void>;
};

/** Begins to listen to the live updates of a team, at the port of an app that listens. */
export async function listenTo(
  app: TestApp,
  as: Person | { cookie: string },
  team: string,
  position?: string,
): Promise<Listening> {
  const { port } = app.http.server.address() as AddressInfo;
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/live-updates`, {
    headers: {
      ...('cookie' in as ? { cookie: as.cookie } : { authorization: `Bearer ${as.token}` }),
      'x-team': team,
      ...(position !== undefined && { 'last-event-id': position }),
    },
    signal: leaving.signal,
  });
  const messages: Changes[] = [];
  const events: Message[] = [];
  const ended = readUpdates(response, messages, events).catch(() => undefined);
  return { status: response.status, messages, events, leave: () => leaving.abort(), ended };
}

export async function readUpdates(
  response: Response,
  messages: Changes[],
  events: Message[],
): Promise<void> {
  let text = '';
  let id = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('utf8');
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('id: ')) id = line.slice(4);
      if (!line.startsWith('data: {')) continue;
      const event = JSON.parse(line.slice(6)) as Message;
      events.push({ ...event, id });
      messages.push(event.changes);
    }
  }
}
