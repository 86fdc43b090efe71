import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Avatar } from '../../../ui/frame/avatar.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import type { Entry } from '../rules/entry.ts';
import type { FoundEntry } from '../rules/find.ts';
import { markMatches } from '../rules/marks.ts';
import classes from './palette.module.css';

export const toOptionId = (listId: string, { id }: Entry) => `${listId}-${id}`;

type Props = {
  id: string;
  entries: readonly FoundEntry[];
  active: Entry | undefined;
  q: string;
  /** Nothing is known yet: an empty list doesn't mean that nothing was found. */
  isWaiting: boolean;
  onPoint: (id: string) => void;
  onChoose: (entry: Entry, isNewTab: boolean) => void;
};

/** The entries in groups with headings. The field has the focus and the keys. */
export function EntryList({ id, entries, active, q, isWaiting, onPoint, onChoose }: Props) {
  const t = useTranslations('palette');
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && toOptionId(id, active);
  const isFirst = active?.id === entries[0]?.id;
  useEffect(() => {
    // The heading above the first one shows as well.
    if (isFirst) list.current?.scrollTo({ top: 0 });
    else if (activeId !== undefined) {
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    }
  }, [activeId, isFirst]);
  const groups = Map.groupBy(entries, ({ group }) => group);
  return (
    <div ref={list} className={classes.body}>
      {entries.length > 0 && (
        <div role="listbox" id={id} aria-label={t('results')}>
          {[...groups].map(([group, listed]) => (
            <div key={group} role="group" aria-label={t(`groups.${group}`)}>
              <p className={classes.title} aria-hidden>
                {t(`groups.${group}`)}
              </p>
              {listed.map((entry) => (
                <Line
                  key={entry.id}
                  id={toOptionId(id, entry)}
                  entry={entry}
                  q={q}
                  isActive={entry.id === active?.id}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {entries.length === 0 && !isWaiting && (
        <div className={classes.none}>
          <p className={classes.noneTitle}>{t('none.title', { q })}</p>
          <p>{t('none.text')}</p>
        </div>
      )}
    </div>
  );
}

type LineProps = Pick<Props, 'id' | 'q' | 'onPoint' | 'onChoose'> & {
  entry: FoundEntry;
  isActive: boolean;
};

function Line({ id, entry, q, isActive, onPoint, onChoose }: LineProps) {
  const { title, note, foundBy, to } = entry;
  const Part = to === undefined ? 'div' : 'a';
  return (
    <Part
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.line}
      tabIndex={-1}
      {...(to !== undefined && { href: to })}
      onPointerMove={() => !isActive && onPoint(entry.id)}
      // The field keeps the focus.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        onChoose(entry, event.ctrlKey || event.metaKey);
      }}
    >
      <Picture entry={entry} />
      <span className={classes.words}>
        <span className={classes.name}>
          <Marked text={title} q={q} />
        </span>
        {foundBy !== undefined && (
          <span className={classes.note}>
            <Marked text={foundBy} q={q} />
          </span>
        )}
      </span>
      {note !== undefined && foundBy === undefined && (
        <span className={classes.place}>
          <Marked text={note} q={q} />
        </span>
      )}
    </Part>
  );
}

function Picture({ entry: { group, title, icon: Icon, cover } }: { entry: Entry }) {
  if (cover) {
    return (
      <span className={classes.cover}>
        <Thumbnail src={cover.src} audioOnly={cover.isAudioOnly} />
      </span>
    );
  }
  return (
    <span className={classes.icon} aria-hidden>
      {group === 'teams' && <Avatar name={title} kind="team" />}
      {Icon && <Icon size={18} stroke={1.6} />}
    </span>
  );
}

/** The text with what was typed marked in it. */
function Marked({ text, q }: { text: string; q: string }) {
  if (q === '') return text;
  return markMatches(text, q).map(({ text: part, isMarked }, at) =>
    isMarked ? (
      <mark key={at} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
