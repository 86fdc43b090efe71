import { defineEvent, type EventFacts } from '../../base/events.ts';

export const channelCreated = defineEvent<EventFacts & { key: string }>({
  ...{ name: 'playbackChannel.created', subject: 'playbackChannel' },
});
