import { type AccountFacts, defineChange, defineEvent } from '../../base/events.ts';

const subject = null;
export const accountCreated = defineEvent<AccountFacts>({ name: 'account.created', subject });
/** Its profile or its password. */
export const accountChanged = defineChange<AccountFacts>({ name: 'account.changed', subject });
