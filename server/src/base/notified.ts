import type { NotificationKind } from '@kinora/contract/notifications';

/** A line of the bell, as an event says it; the event's facts name the team, the project and the thing. */
export type Notified = {
  kind: NotificationKind;
  /** The account that caused it. */
  accountId: string;
  /** Says why it failed, or what was done; null where its kind says all. */
  code: string | null;
  /** How many things it is about, and how many of them failed. */
  total: number;
  failed: number;
  /** It shares a line with others of its kind and project, until the account has seen that line. */
  isGrouped: boolean;
};
