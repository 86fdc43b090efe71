import { defineChange, defineEvent, type EventFacts } from '../../base/events.ts';

/** `hosts`: those at which viewers get something else from now on, or nothing any more. */
type ChannelFacts = EventFacts & { key: string; hosts: readonly string[] };

const subject = 'playbackChannel';
export const channelCreated = defineEvent<ChannelFacts>({
  name: 'playbackChannel.created',
  subject,
});
export const channelChanged = defineChange<ChannelFacts>({
  name: 'playbackChannel.changed',
  subject,
});
export const channelDeleted = defineEvent<ChannelFacts>({
  name: 'playbackChannel.deleted',
  subject,
});
