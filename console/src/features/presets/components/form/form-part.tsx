import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { type RowAction, RowMenu } from '../../../../ui/row-menu.tsx';
import { useFormScope } from '../../../../ui/form/form.tsx';
import type { ProfileForm } from '../../rules/form.ts';
import { hasBelow } from '../../rules/problems.ts';
import { usePresetScope } from './form-context.ts';
import classes from './preset-form.module.css';

export type PartsProps = {
  path: string;
  profile: ProfileForm;
  onChange: (profile: ProfileForm) => void;
  /** Opens a part that was just added, and brings the focus to its first field. */
  onAdded: (id: string, path: string) => void;
  /** After a part is gone the focus is at the button that adds one. */
  onRemoved: (path: string) => void;
};

type Part = { id: string; title: string; summary: string; actions: RowAction[]; fields: ReactNode };

type ListProps = {
  title: string;
  /** Says what such parts are for, also while there are none. */
  note?: string;
  path: string;
  addLabel: string;
  onAdd: () => void;
  parts: readonly Part[];
  max: number;
};

/** Tracks or variants of a profile, each in a row that opens into its fields. */
export function PartList(props: ListProps) {
  const { title, note, path, addLabel, onAdd, parts, max } = props;
  const t = useTranslations('presets.form');
  const { at, isFixed } = useFormScope();
  const titleId = useId();
  const { id, error } = at(path);
  const isFull = parts.length >= max;
  return (
    <section className={classes.parts} aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{title}</h3>
        {note !== undefined && <p className={classes.hint}>{note}</p>}
      </div>
      <ul className={classes.partList}>
        {parts.map((part, index) => (
          <FormPart key={part.id} path={`${path}.${index}`} {...part} />
        ))}
      </ul>
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
          disabled={isFixed || isFull}
          onClick={onAdd}
        >
          {addLabel}
        </Button>
        {isFull && <span className={classes.hint}>{t('full', { max })}</span>}
      </div>
    </section>
  );
}

/** A row that says what the part is, and opens into its fields. */
function FormPart({ id, path, title, summary, actions, fields }: Part & { path: string }) {
  const t = useTranslations('presets.form');
  const ui = useTranslations('ui');
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
        <RowMenu
          items={actions}
          at={menuAt}
          setAt={setMenuAt}
          label={ui('actionsOf', { name: title })}
        />
      </div>
      <div id={bodyId} className={classes.partBody} hidden={!isOpen}>
        {isOpen && fields}
      </div>
    </li>
  );
}
