import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';
import type { DocumentName } from '../../base/published-documents.ts';

/** `hosts`: those at which viewers get something else from now on, or nothing any more. */
type ChannelFacts = EventFacts & { key: string; hosts: readonly string[] };

const subject = 'playbackChannel';
const published = ({ hosts }: ChannelFacts): DocumentName[] =>
  hosts.map((key) => ({ kind: 'host', key }));
export const channelCreated = defineEvent<ChannelFacts>({
  name: 'playbackChannel.created',
  subject,
  published,
});
export const channelChanged = defineChange<ChannelFacts>({
  name: 'playbackChannel.changed',
  subject,
  published,
});
export const channelDeleted = defineEvent<ChannelFacts>({
  name: 'playbackChannel.deleted',
  subject,
  published,
});
