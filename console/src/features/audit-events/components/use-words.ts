import type { AuditEvent } from '@kinora/contract/audit-events';
import { type Messages, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { HIDDEN } from '../rules/changes.ts';

type Words = Messages['auditEvents'];
type Key<Part extends 'types' | 'fields'> = `${Part}.${keyof Words[Part] & string}`;
/** A test of the server holds that each kind of event has its words. */
type ActionKey = 'actions.video.changed';

export function useEventWords() {
  const t = useTranslations('auditEvents');
  const ofAction = (action: string) => {
    const key = `actions.${action}` as ActionKey;
    return t.has(key) ? t(key) : action;
  };
  const ofType = (type: string) => {
    const key = `types.${type}` as Key<'types'>;
    return t.has(key) ? t(key) : type;
  };
  const ofField = (field: string) => {
    if (/^\d+$/.test(field)) return t('values.item', { number: Number(field) });
    const key = `fields.${field}` as Key<'fields'>;
    return t.has(key) ? t(key) : field;
  };
  return { ofAction, ofType, ofField };
}

/** Writes who made a change: a person, also behind a token or a job, an upload form, or the product itself. */
export function useActorWords(): (actor: AuditEvent['actor']) => string {
  const t = useTranslations('auditEvents.by');
  return ({ kind, name, onBehalfOf }) => {
    const person = onBehalfOf?.name;
    if (kind === 'token') return t('token', { name: person ?? name, token: name });
    if (kind === 'form') return t('form', { form: name });
    if (kind === 'job') return person === undefined ? t('itself') : t('job', { name: person });
    return name;
  };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Writes a value: what is named by an id by its name, a time as times are written, of a secret nothing. */
export function useValueWords(names: Record<string, string>) {
  const t = useTranslations('auditEvents.values');
  const format = useFormat();
  const write = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(write).join(', ');
    if (typeof value === 'object') return JSON.stringify(value);
    const text = String(value);
    return names[text] ?? (TIME.test(text) ? format.dateTime(text) : text);
  };
  /** Undefined where a value can be shown. */
  const writeSecret = (before: unknown, after: unknown): string | undefined => {
    if (before !== HIDDEN && after !== HIDDEN) return undefined;
    if (before === null) return t('secretSet');
    return after === null ? t('secretRemoved') : t('secret');
  };
  return { write, writeSecret };
}
