import type { Updateable, RawBuilder } from 'kysely';
import type { Language } from '@kinora/contract/fields';
import type { Database } from '../../base/database-types.ts';
import type { Db, Tx } from '../../base/db.ts';
import type { ProvenTeam } from '../../base/request.ts';
import type { RevisionFacts } from '../revisions/queries.ts';

/** Every part knows these of a video. */
export type PartVideo = { key: string; revisionKey: string; revision: RevisionFacts };

/** The surroundings of an answer, besides the video. */
export type PartContext = { lang: Language; now: Date };

/** Columns of a video's own row, which its own feature writes. */
export type VideoColumns = Updateable<Database['videos']>;

/** A part is placed in the answer of a video, or in that of its current revision. */
export type Place = 'video' | 'vod';

/** Is read with the row of a video: an expression over the video `v` and its project `p`. */
type InRow<Loaded> = { column: RawBuilder<Loaded> };

/** Is read by one statement for all videos of an answer. */
type ForMany<Loaded> = {
  by: 'key' | 'revisionKey';
  /** Videos that it says no for are not asked for. */
  concerns?(video: PartVideo): boolean;
  load(
    db: Db | Tx,
    team: ProvenTeam,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Loaded>>;
  /** Stands for what `load` doesn't find; without it such a video went since its row was read. */
  absent?: Loaded;
};

/**
 * A feature's additions to videos: fields of the answer (`present`), a member of the calls that create and
 * change videos, of its name (`toColumns`, `save`, `stored`, `isUnseen`), and members of the filter of lists
 * (`narrow`). They are methods, not functions, so that a list can hold parts of all types.
 */
export type VideoPart<Name extends string, At extends Place, Loaded, Fields, Input, Filter> = {
  name: Name;
  at: At;
  present(loaded: Loaded, video: PartVideo, context: PartContext): Fields;
  /** Checks an input, and turns it into columns of a video's row. @throws AppError validation_failed */
  toColumns?(tx: Tx, team: ProvenTeam, input: Input): Promise<VideoColumns>;
  /** Writes to tables of the part's feature, for videos that the transaction has locked or created. */
  save?(tx: Tx, team: ProvenTeam, byVideo: ReadonlyMap<string, Input>): Promise<void>;
  /** The stored input, as an expression over a video `v`; events tell by it what has changed. */
  stored?: RawBuilder<unknown>;
  /** Inputs of it change nothing that viewers see. */
  isUnseen?: true;
  /** Lists conditions on a video `v`. */
  narrow?(filter: Filter): RawBuilder<unknown>[];
  // Only the compiler reads it.
  readonly input?: Input;
} & (InRow<Loaded> | ForMany<Loaded>);

export type AnyVideoPart = VideoPart<string, Place, unknown, object, unknown, unknown>;

/** Defines a part; a line in `videos/parts.ts` takes it in, and its schema in the contract's. */
export function definePart<
  Name extends string,
  At extends Place,
  Loaded,
  Fields extends object,
  Input = never,
  Filter = never,
>(
  part: VideoPart<Name, At, Loaded, Fields, Input, Filter>,
): VideoPart<Name, At, Loaded, Fields, Input, Filter> {
  return part;
}
