import { type AccountFacts, defineEvent } from '../../base/events.ts';

const subject = null;
export const personalTokenCreated = defineEvent<AccountFacts>({
  name: 'personalToken.created',
  subject,
});
export const personalTokenRevoked = defineEvent<AccountFacts>({
  name: 'personalToken.revoked',
  subject,
});
