import type { EventFacts } from '../../base/events.ts';
import type { Notified } from '../../base/notified.ts';

/** Older lines are removed. */
export const KEPT_DAYS = 90;
/** An account keeps this many of the newest lines in a team. */
export const MAX_KEPT = 500;

/** A line as its table has it. */
export type NewLine = {
  team_id: string;
  account_id: string;
  kind: string;
  group_key: string | null;
  project_id: string | null;
  subject_key: string | null;
  subject_name: string | null;
  code: string | null;
  total: number;
  failed: number;
};

export function toLine({ teamId, projectId, key, name }: EventFacts, notified: Notified): NewLine {
  return {
    team_id: teamId,
    account_id: notified.accountId,
    kind: notified.kind,
    group_key: notified.isGrouped ? (projectId ?? '') : null,
    project_id: projectId,
    subject_key: key,
    subject_name: name ?? null,
    code: notified.code,
    total: notified.total,
    failed: notified.failed,
  };
}

/** Puts what was announced at once into as few lines as it takes: a statement changes each row once. */
export function groupLines(lines: readonly NewLine[]): NewLine[] {
  const grouped = new Map<string, NewLine>();
  const alone: NewLine[] = [];
  for (const line of lines) {
    if (line.group_key === null) {
      alone.push(line);
      continue;
    }
    const { team_id, account_id, kind, group_key } = line;
    const place = JSON.stringify([team_id, account_id, kind, group_key]);
    const before = grouped.get(place);
    grouped.set(place, before ? joinLines(before, line) : line);
  }
  return [...grouped.values(), ...alone];
}

function joinLines(before: NewLine, line: NewLine): NewLine {
  return {
    ...line,
    code: before.code === line.code ? line.code : null,
    total: before.total + line.total,
    failed: before.failed + line.failed,
  };
}
