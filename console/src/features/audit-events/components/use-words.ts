import type { AuditEvent } from '@kinora/contract/audit-events';
import type { ProjectRole, TeamRole } from '@kinora/contract/fields';
import { type Messages, useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { HIDDEN } from '../rules/changes.ts';

type Words = Messages['auditEvents'];
type Name<Part extends 'types' | 'fields'> = keyof Words[Part] & string;

/** Words for names that the server gives. A test of it holds that each kind of event has some. */
export function useEventWords() {
  const t = useTranslations('auditEvents');
  const ofAction = (action: string) => {
    // The compiler knows no union of names with a dot in them.
    const name = action as 'video.changed';
    return t.has(`actions.${name}`) ? t(`actions.${name}`) : action;
  };
  const ofType = (type: string) => {
    const name = type as Name<'types'>;
    return t.has(`types.${name}`) ? t(`types.${name}`) : type;
  };
  const ofField = (field: string) => {
    if (/^\d+$/.test(field)) return t('values.item', { number: Number(field) });
    const name = field as Name<'fields'>;
    return t.has(`fields.${name}`) ? t(`fields.${name}`) : field;
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

const ROLES: readonly TeamRole[] = ['admin', 'manager', 'user'];
const PROJECT_ROLES: readonly ProjectRole[] = ['project-manager', 'uploader', 'viewer'];
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Writes a value: what is named by an id by its name, a time as times are written, of a secret nothing. */
export function useValueWords(names: Record<string, string>) {
  const t = useTranslations('auditEvents.values');
  const roles = useTranslations('nav.roles');
  const format = useFormat();
  const write = (value: unknown, field = ''): string => {
    const role = field === 'role' && ROLES.find((one) => one === value);
    if (role) return roles(role);
    const projectRole = field === 'role' && PROJECT_ROLES.find((one) => one === value);
    if (projectRole) return t(`projectRoles.${projectRole}`);
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return value ? t('yes') : t('no');
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value))
      return value.length === 0 ? t('none') : value.map((one) => write(one)).join(', ');
    if (typeof value !== 'string') return JSON.stringify(value);
    const text = value;
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
