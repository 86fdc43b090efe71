import { type AccountFacts, defineEvent } from '../../base/events.ts';

const subject = null;
/** A person signs in. Sessions that expire announce nothing. */
export const sessionStarted = defineEvent<AccountFacts>({ name: 'session.started', subject });
export const sessionEnded = defineEvent<AccountFacts>({ name: 'session.ended', subject });
