import { type AccountFacts, defineEvent } from '../../base/events.ts';

const subject = null;
/** Somebody signs in. Sessions that run out say nothing. */
export const sessionStarted = defineEvent<AccountFacts>({ name: 'session.started', subject });
export const sessionEnded = defineEvent<AccountFacts>({ name: 'session.ended', subject });
