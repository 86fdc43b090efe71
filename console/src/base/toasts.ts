import { createStore } from './store.ts';

// Toasts float at a corner for a while. A store, so that anything may show one; ui/toasts.tsx
// draws them and keeps their time.

export type ToastKind = 'success' | 'info' | 'advanced' | 'error';

export type ToastText = {
  title: string;
  detail?: string;
  /** Shown small, to be copied into a message to the administrator. */
  reference?: string;
  /** `advanced` toasts carry one thing to do. */
  action?: { label: string; onSelect: () => void };
  /** Names the action that was tried: its last end replaces the one before. */
  attempt?: string | undefined;
};

export type Toast = ToastText & { id: number; kind: ToastKind };

/** Says how long each kind stays, in ms (specification 1, section 9). */
export const TOAST_DURATION_MS: Record<ToastKind, number> = {
  success: 3000,
  info: 8000,
  advanced: 10_000,
  error: 8000,
};

/** More would cover the page; the oldest make room. */
const MAX_SHOWN = 4;

export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a toast and answers its id. */
export function showToast(kind: ToastKind, text: ToastText): number {
  lastId += 1;
  const { title, attempt } = text;
  const others = toastStore
    .get()
    .filter(
      (one) =>
        (attempt === undefined || one.attempt !== attempt) &&
        !(one.kind === kind && one.title === title),
    );
  toastStore.set([...others, { ...text, kind, id: lastId }].slice(-MAX_SHOWN));
  return lastId;
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((one) => one.id !== id));
}
