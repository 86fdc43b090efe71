import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { type RowAction, RowMenu } from '../../../../ui/row-menu.tsx';
import { useFormScope } from '../../../../ui/form/form.tsx';
import { hasBelow } from '../../rules/problems.ts';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';

type ListProps = {
  title: string;
  /** Says what such parts are for, also while there are none. */
  note?: string;
  path: string;
  addLabel: string;
  onAdd: () => void;
  /** Why no more can be added. */
  fullReason?: string | undefined;
  children: ReactNode;
};

/** Tracks or variants of a profile, each in a row that opens into its fields. */
export function PartList(props: ListProps) {
  const { title, note, path, addLabel, onAdd, fullReason, children } = props;
  const { at, isFixed } = useFormScope();
  const titleId = useId();
  const { id, error } = at(path);
  return (
    <section className={classes.parts} aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{title}</h3>
        {note !== undefined && <p className={classes.hint}>{note}</p>}
      </div>
      <ul className={classes.partList}>{children}</ul>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.add}>
        <Button
          id={id}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={isFixed || fullReason !== undefined}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
        {fullReason !== undefined && <span className={classes.hint}>{fullReason}</span>}
      </div>
    </section>
  );
}

type PartProps = {
  id: string;
  path: string;
  title: string;
  summary: string;
  actions: RowAction[];
  actionsLabel: string;
  children: ReactNode;
};

/** A row that says what the part is, and opens into its fields. */
export function FormPart({ id, path, title, summary, actions, actionsLabel, children }: PartProps) {
  const t = useTranslations('presets.form');
  const { openParts, setOpen } = usePresetScope();
  const { errors } = useFormScope();
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | 'dots'>();
  const bodyId = useId();
  const isOpen = openParts.has(id);
  const problems = Object.entries(errors).filter(
    ([one, error]) => error !== undefined && hasBelow([one], path),
  ).length;
  return (
    <li className={classes.part} data-open={isOpen || undefined}>
      <div className={classes.partHead}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(id, !isOpen)}
        >
          <IconChevronDown size={17} stroke={1.8} className={classes.chevron} aria-hidden />
          <span className={classes.partWords}>
            <span className={classes.partTitle}>
              {title}
              {problems > 0 && (
                <StatusPill tone="danger">{t('problems', { count: problems })}</StatusPill>
              )}
            </span>
            <span className={classes.partSummary}>{summary}</span>
          </span>
        </button>
        <RowMenu items={actions} at={menuAt} setAt={setMenuAt} label={actionsLabel} />
      </div>
      <div id={bodyId} className={classes.partBody} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  );
}
