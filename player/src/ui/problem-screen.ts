import { mayRetry } from '../problems.ts';
import type { ProblemKind } from '../problems.ts';
import { visibleProblem } from '../store.ts';
import { fill } from '../fill.ts';
import { el, setText } from './dom.ts';
import { setIcon } from './icons.ts';
import type { IconName } from './icons.ts';
import type { Part, PartContext } from './part.ts';

const ICON: Record<ProblemKind, IconName> = {
  signatureInvalid: 'lock',
  websiteBlocked: 'lock',
  notFound: 'missing',
  notReady: 'clock',
  signatureExpired: 'clock',
  deleted: 'bin',
  countryBlocked: 'globe',
  network: 'offline',
  unavailable: 'warning',
  unplayable: 'warning',
};

/** Covers the player with what is wrong, why, and what to do. */
export function createProblemScreen({ words, request }: PartContext): Part {
  const badge = el('div', { class: 'badge' });
  const title = el('h2');
  const message = el('p');
  const code = el('p', { class: 'code' });
  const retry = el('button', { type: 'button', class: 'retry' }, words.retry);
  const element = el(
    'div',
    { class: 'problem', role: 'alert', hidden: true },
    badge,
    title,
    message,
    el('div', { class: 'bar' }),
    retry,
    code,
  );
  retry.addEventListener('click', () => request({ type: 'retry' }));

  return {
    element,
    render(state) {
      const problem = visibleProblem(state);
      element.hidden = !problem;
      if (!problem) return;
      const text = words.problems[problem.kind];
      setIcon(badge, ICON[problem.kind]);
      setText(title, text.title);
      setText(message, text.message);
      element.dataset.kind = problem.kind;
      retry.hidden = !mayRetry(problem);
      // A video in preparation is no error to the viewer.
      code.hidden = problem.status === null || problem.kind === 'notReady';
      setText(code, fill(words.code, { code: problem.status ?? '' }));
    },
  };
}
