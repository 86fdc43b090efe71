import { type AccountFacts, defineEvent } from '../../base/events.ts';

const subject = null;
export const accountCreated = defineEvent<AccountFacts>({ name: 'account.created', subject });
/** Its profile or its password. */
export const accountChanged = defineEvent<AccountFacts>({ name: 'account.changed', subject });
