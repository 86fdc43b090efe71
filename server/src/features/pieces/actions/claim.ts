import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { waitingTeams } from '../queries/waiting-teams.ts';
import { type ClaimedPiece, REQUESTED_MS } from '../rules/pieces.ts';
import type { Capacity } from '../rules/capacity.ts';

// Each claim is a single statement outside of longer transactions, and fenced: a worker whose `attempt` is
// outdated writes nothing.

// More than others claim in the same millisecond, and so few that they are looked up one by one,
// however many wait.
const MAX_CANDIDATES = 64;

// The time is written into the text, as a parameter would have the planner plan each time.
const requestedTime = sql`${sql.lit(REQUESTED_MS)} * interval '1 millisecond'`;
/** Says whether a viewer still waits for a piece `p` that waits. */
export const isRequested = sql`p.requested_at > now() - ${requestedTime}`;
/** Says whether a piece `p` that runs was begun for a viewer. */
export const isBegunForViewer = sql`p.requested_at > p.started_at - ${requestedTime}`;

/**
 * Takes the next piece. Pieces that a viewer waits for come first, of the team with the fewest that
 * run for viewers; then those that are due first, of the team with the fewest running; those that may
 * wait until workers are idle come last.
 *
 * @param capacity what the worker has room for: anything, what makes a stream playable, or only what a
 *   viewer waits for; or one of the first two without the last
 * @param encoder the worker's; '' makes what any may make
 */
export async function claimPiece(
  db: Db,
  workerId: string,
  capacity: Capacity,
  encoder = '',
): Promise<ClaimedPiece | null> {
  // The text says it, and not a value: each form is prepared and planned once.
  const express = capacity.startsWith('any') ? sql`` : sql`and p.is_express`;
  const open = capacity === 'requested' ? sql`false` : sql`true`;
  const isOther = capacity.endsWith('NonRequested');
  const openToRequested = isOther ? sql`false` : sql`true`;
  const other = isOther ? sql`and coalesce(not ${isRequested}, true)` : sql``;
  const { rows } = await sql<ClaimedPiece>`
    with recursive running as materialized (
      select p.team_id, count(*) as pieces, count(*) filter (where ${isBegunForViewer}) as requested
      from pieces p where p.state = 'running' group by p.team_id
    ), requested as materialized (
      select p.id from pieces p left join running r on r.team_id = p.team_id
      where ${openToRequested} and p.state = 'waiting' and ${isRequested}
        and p.encoder in ('', ${encoder})
      order by coalesce(r.requested, 0), p.requested_at limit 1 for update of p skip locked
    ), ${waitingTeams}, next as materialized (
      select c.id, row_number() over (
        order by c.is_background, coalesce(r.pieces, 0), c.due_at, c.position) as place
      from teams t
      cross join (select '' as encoder union select ${encoder}) e
      cross join lateral (
        select p.id, p.team_id, p.is_background, p.due_at, p.position from pieces p
        where p.team_id = t.team_id and p.encoder = e.encoder and p.state = 'waiting'
          and not p.is_extra ${express} ${other}
        order by p.is_background, p.due_at, p.position limit 8
      ) c
      left join running r on r.team_id = c.team_id
      where ${open} and not exists (select 1 from requested)
      order by place limit ${sql.lit(MAX_CANDIDATES)}
    ), free as materialized (
      select p.id from pieces p join next on next.id = p.id
      where p.state = 'waiting' order by next.place limit 1 for update of p skip locked
    ), chosen as (
      select id from requested union all select id from free
    )
    update pieces p set state = 'running', attempt = attempt + 1, worker_id = ${workerId},
      started_at = now()
    from chosen where p.id = chosen.id and p.state = 'waiting'
    returning p.id, p.attempt, p.revision_key as "revisionKey", p.team_id as "teamId", p.kind,
      p.rendition_ids as "renditionIds", p.first_segment as "firstSegment",
      p.last_segment as "lastSegment",
      p.is_express or coalesce(${isRequested}, false) as "isExpress",
      coalesce(${isRequested}, false) as "isRequested"
  `.execute(prepared(db, 'claim_piece'));
  return rows[0] ?? null;
}

/**
 * The state that an unfinished piece `p` returns to: waiting for any worker or, once its work was given up,
 * held for a retry.
 */
export const backOf = sql`case when exists (select from pieces f
  where f.revision_key = p.revision_key and f.state = 'failed' and f.kind in ('copy', 'video', 'audio'))
  then 'blocked' else 'waiting' end`;

/** Gives a piece back that was begun and not ended: another worker takes it at once. */
export async function releasePiece(db: Db, piece: ClaimedPiece): Promise<void> {
  await sql`
    update pieces p set state = ${backOf}, worker_id = null, leased_until = null
    where id = ${piece.id} and attempt = ${piece.attempt} and state = 'running'
  `.execute(db);
}
