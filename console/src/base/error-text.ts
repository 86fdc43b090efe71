import { useTranslations } from 'use-intl';
import { type ApiError, toApiError } from './api-error.ts';

/** A failure in words: what happened, what to do, and what to tell the administrator. */
export type ErrorText = {
  title: string;
  detail: string;
  /** Status and code, as one copies them into a message. */
  reference: string;
  status: number;
  /** Helps where trying again does not. */
  action?: { label: string; onSelect: () => void };
};

export type ErrorContext = {
  /** The kind of thing, translated: "โปรเจกต์". Named in a 404. */
  item?: string | undefined;
  /** The call that failed did this; `load` unless given. */
  action?: 'load' | 'save';
};

type Translate = ReturnType<typeof useTranslations<'errors'>>;

// These say no more than their status does, so the standard mapping speaks for them. The title and
// detail of any other code come from the server, in the interface's language.
const GENERIC_CODES = new Set([
  'forbidden',
  'not_found',
  'validation_failed',
  'internal_error',
  'unreadable',
  'unreachable',
]);

function describeStatus(t: Translate, error: ApiError, context: ErrorContext): [string, string] {
  const item = context.item ?? t('anItem');
  switch (error.status) {
    case 0:
      return [t('unreachable.title'), t('unreachable.detail')];
    case 403:
      return [t('forbidden.title'), t('forbidden.detail')];
    case 404:
      return [t('notFound.title', { item }), t('notFound.detail')];
    case 422:
      return [t('invalid.title'), t('invalid.detail')];
    case 500:
      return [t('server.title'), t('server.detail')];
    default:
      return context.action === 'save'
        ? [t('saving.title'), t('saving.detail')]
        : [t('loading.title'), t('loading.detail')];
  }
}

/** The one place where a failed call becomes words. Any thrown value is taken. */
export function describeError(
  t: Translate,
  thrown: unknown,
  context: ErrorContext = {},
): ErrorText {
  const error = toApiError(thrown);
  if (error.code === 'outdated') return describeNewVersion(t);
  const standard = describeStatus(t, error, context);
  const ownWords = !GENERIC_CODES.has(error.code) && error.title !== '';
  const [title, detail] = ownWords ? [error.title, error.detail ?? standard[1]] : standard;
  const reference = [
    error.status > 0 ? t('code', { code: String(error.status) }) : undefined,
    GENERIC_CODES.has(error.code) ? undefined : error.code,
    error.requestId,
  ];
  return {
    title,
    detail,
    reference: reference.filter((part) => part !== undefined).join(' · '),
    status: error.status,
  };
}

function describeNewVersion(t: Translate): ErrorText {
  const action = { label: t('outdated.reload'), onSelect: () => location.reload() };
  const [title, detail] = [t('outdated.title'), t('outdated.detail')];
  return { title, detail, action, reference: '', status: 0 };
}

export function useErrorText(): (thrown: unknown, context?: ErrorContext) => ErrorText {
  const t = useTranslations('errors');
  return (thrown, context) => describeError(t, thrown, context);
}

/** Messages of a 422 by the path of their field (`videos.0.title`); empty for other failures. */
export function toFieldErrors(thrown: unknown): Record<string, string> {
  if (thrown === null || thrown === undefined) return {};
  const { status, errors } = toApiError(thrown);
  if (status !== 422) return {};
  return Object.fromEntries(errors.map((error) => [error.path, error.message]));
}
