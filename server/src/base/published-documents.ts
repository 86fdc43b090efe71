import type { z } from 'zod';
import type { Tx } from './db.ts';

/** Names a published document by its kind and the key of its subject. */
export type DocumentName = { kind: string; key: string };

/** A document with the place in storage where edges read it. */
export type PlacedDocument = { storageKey: string; document: object };

/**
 * A kind of document that edges read, as the owner of its rows says it. Methods, and not functions, so
 * that a list can hold documents of all types.
 */
export type PublishedDocument<Content extends object = object> = {
  kind: string;
  getStorageKey(key: string): string;
  schema: z.ZodType<Content>;
  /** Reads it as it is to be now; null when there is to be none. */
  load(tx: Tx, key: string): Promise<Content | null>;
  /** Reads the documents that this one refers to, which are stored first. */
  loadNamed?(tx: Tx, document: Content): Promise<readonly PlacedDocument[]>;
  /** The last one stays where it is when there is to be none. */
  isLasting?: true;
};

/** Defines a kind of document; a line in `app-documents.ts` has it published. */
export function definePublished<Content extends object>(
  document: PublishedDocument<Content>,
): PublishedDocument<Content> {
  return document;
}

export type PublishedDocuments = readonly PublishedDocument[];

/** @throws Error when this build knows no such kind: another one does, and publishes it */
export function getPublished(documents: PublishedDocuments, kind: string): PublishedDocument {
  const found = documents.find((one) => one.kind === kind);
  if (!found) throw new Error(`${kind}: no such kind of document`);
  return found;
}

/** Says of an event that viewers see it in the document of what its key names. */
export const seenIn =
  (kind: string) =>
  ({ key }: { key: string | null }): DocumentName[] =>
    key === null ? [] : [{ kind, key }];

/** Says of an event that viewers see it in the document of its team. */
export const seenInTeam = ({ teamId }: { teamId: string | null }): DocumentName[] =>
  seenIn('team')({ key: teamId });
