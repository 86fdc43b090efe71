import type { Uses } from '@kinora/contract/uses';
import { type FetchQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Dialog } from './dialog.tsx';
import { Loaded } from './loaded.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { Skeleton } from './skeleton.tsx';
import { isUsed, type Use, type UseCount, type UseLinks, UsesList } from './uses-list.tsx';

type Deletable = { name: string; useCount?: UseCount };

type InUse = {
  title?: string;
  /** Says what to do first. */
  text: string;
  links?: UseLinks;
};

type Props<Thing> = {
  /** Undefined closes the dialog. */
  thing: Thing | undefined;
  onClose: () => void;
  /** The kind of thing, translated. */
  item: string;
  run: (thing: Thing) => Promise<unknown>;
  onDone: () => void | Promise<unknown>;
  /** Says what goes with it. */
  text: string;
  /** Names the field in which its name has to be typed first. */
  confirmLabel?: string;
  /** A thing in use can't be deleted. Its uses are given, or queried. */
  inUse?: (
    thing: Thing,
  ) => InUse & ({ uses: readonly Use[] } | { query: FetchQueryOptions<{ uses: Uses }> });
};

/** Asks before a thing is deleted; of one that is used it says by what. */
export function DeleteThing<Thing extends Deletable>(props: Props<Thing>) {
  const { thing, onClose, item, run, onDone, text, confirmLabel, inUse } = props;
  const t = useTranslations('ui.things');
  const name = thing?.name ?? '';
  if (thing && inUse && isUsed(thing.useCount)) {
    const { title = t('inUse', { name }), text: help, links, ...known } = inUse(thing);
    return (
      <Dialog opened onClose={onClose} title={title}>
        <p>{help}</p>
        {'uses' in known ? (
          <UsesList uses={known.uses} links={links} />
        ) : (
          <AskedUses query={known.query} item={item} links={links} />
        )}
      </Dialog>
    );
  }
  return (
    <RemoveDialog
      thing={thing}
      onClose={onClose}
      run={run}
      done={t('deleted')}
      onDone={onDone}
      title={t('deleteTitle', { name })}
      button={t('delete')}
      item={item}
      confirmBy={confirmLabel === undefined ? undefined : { text: name, label: confirmLabel }}
    >
      <p>{text}</p>
    </RemoveDialog>
  );
}

type AskedProps = {
  query: FetchQueryOptions<{ uses: Uses }>;
  item: string;
  links: UseLinks | undefined;
};

function AskedUses({ query, item, links }: AskedProps) {
  const uses = useQuery(query);
  return (
    <Loaded query={uses} skeleton={<Skeleton height={120} />} item={item}>
      {(found) => <UsesList uses={found.uses} links={links} />}
    </Loaded>
  );
}
