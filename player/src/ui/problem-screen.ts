import { canRetry } from '../problems.ts';
import type { ProblemKind } from '../problems.ts';
import { findErrorScreen } from '../player-options.ts';
import { getVisibleProblem } from '../store.ts';
import { fill } from '../fill.ts';
import { createElement, setText } from './dom.ts';
import { setIcon } from './icons.ts';
import type { IconName } from './icons.ts';
import type { Part, PartContext } from './part.ts';
import { createRequestId } from './request-id.ts';

const ICONS: Record<ProblemKind, IconName> = {
  signatureMissing: 'lock',
  signatureInvalid: 'lock',
  websiteBlocked: 'lock',
  notFound: 'missing',
  notReady: 'clock',
  failed: 'warning',
  signatureExpired: 'clock',
  deleted: 'bin',
  countryBlocked: 'globe',
  countryUnknown: 'globe',
  licenceMissing: 'lock',
  licenceInvalid: 'lock',
  licenceExpired: 'clock',
  licenceNotCovered: 'lock',
  outputNotProtected: 'lock',
  tooManyStreams: 'screens',
  licenceServiceFailed: 'warning',
  noKeySystem: 'warning',
  network: 'offline',
  unavailable: 'warning',
  unplayable: 'warning',
};

/** Creates a screen that covers the player with the problem, its reason, and a remedy. */
export function createProblemScreen({ words, request, options }: PartContext): Part {
  const badge = createElement('div', { class: 'badge' });
  const picture = createElement('img', { class: 'picture', alt: '', draggable: 'false' });
  // Without its picture the screen has the badge of every player.
  picture.addEventListener('error', () => showPicture(false));
  picture.addEventListener('load', () => showPicture(true));
  const showPicture = (isShown: boolean): void => {
    picture.hidden = !isShown;
    badge.hidden = isShown;
  };
  let pictureUrl = '';
  const title = createElement('h2');
  const message = createElement('p');
  const code = createElement('p', { class: 'code' });
  const retry = createElement('button', { type: 'button', class: 'retry' }, words.retry);
  const requestId = createRequestId(words);
  const element = createElement(
    'div',
    { class: 'problem', role: 'alert', hidden: true },
    picture,
    badge,
    title,
    message,
    createElement('div', { class: 'bar' }),
    retry,
    code,
    requestId.element,
  );
  retry.addEventListener('click', () => request({ type: 'retry' }));

  return {
    element,
    render(state) {
      const problem = getVisibleProblem(state);
      element.hidden = !problem;
      if (!problem) return;
      // A video that is about to come is no error to the viewer.
      const isWaiting = problem.kind === 'notReady';
      const own = isWaiting ? null : findErrorScreen(options, problem.status);
      if (own && own.imageUrl !== pictureUrl) {
        pictureUrl = own.imageUrl;
        showPicture(false);
        picture.src = pictureUrl;
      } else showPicture(own !== null && picture.naturalWidth > 0);
      const text = own ? { title: own.message, message: '' } : words.problems[problem.kind];
      setIcon(badge, ICONS[problem.kind]);
      setText(title, text.title);
      setText(message, text.message);
      element.dataset.kind = problem.kind;
      retry.hidden = !canRetry(problem);
      code.hidden = problem.status === null || isWaiting;
      const cause = own ? undefined : words.causes[problem.kind as keyof typeof words.causes];
      const numbered = fill(words.code, { code: problem.status ?? '' });
      setText(code, cause === undefined ? numbered : `${cause} · ${numbered}`);
      requestId.show(isWaiting ? undefined : problem.requestId);
    },
  };
}
