import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { dismissToast, showToast, toastStore } from './toasts.ts';

beforeEach(() => {
  for (const { id } of toastStore.get()) dismissToast(id);
});

test('a toast that is shown again replaces the first', () => {
  showToast('error', { title: 'Saving failed' });
  showToast('error', { title: 'Saving failed', detail: 'again' });
  assert.deepEqual(
    toastStore.get().map((one) => one.detail),
    ['again'],
  );
});

test('how an attempt ended replaces how it ended before, whatever it says', () => {
  showToast('error', { title: 'Saving failed', attempt: 'save-1' });
  showToast('error', { title: 'Not allowed', attempt: 'save-2' });
  showToast('success', { title: 'Saved', attempt: 'save-1' });
  assert.deepEqual(
    toastStore.get().map((one) => one.title),
    ['Not allowed', 'Saved'],
  );
});

test('at most four toasts stay, and the oldest makes room', () => {
  for (const title of ['1', '2', '3', '4', '5']) showToast('info', { title });
  assert.deepEqual(
    toastStore.get().map((one) => one.title),
    ['2', '3', '4', '5'],
  );
});

test('a dismissed toast is gone', () => {
  const id = showToast('success', { title: 'Saved' });
  dismissToast(id);
  assert.deepEqual(toastStore.get(), []);
});
