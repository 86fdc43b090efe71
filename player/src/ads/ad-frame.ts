import { createElement } from '../ui/dom.ts';
import { type AdSetup, type FromFrame, parseFromFrame, type ToFrame } from './messages.ts';

/** The page with the ads, which can't reach this page. */
export type AdFrame = {
  send(message: ToFrame): void;
  /** The ad covers the video, or waits out of sight. */
  show(isShown: boolean): void;
  remove(): void;
};

/** The edge serves it next to the player's files. */
const FRAME_PATH = '/ads/frame';
/**
 * Without `allow-same-origin` it has an origin of its own: no cookies, no storage, no way to the page.
 * An advertiser's page opens in a tab of its own, as any link does.
 */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

export function openAdFrame(
  root: ShadowRoot,
  setup: AdSetup,
  {
    title,
    onMessage,
    onLie,
  }: { title: string; onMessage: (message: FromFrame) => void; onLie: () => void },
): AdFrame {
  const { port1: port, port2: remote } = new MessageChannel();
  const element = createElement('iframe', {
    class: 'ad-frame',
    title,
    sandbox: SANDBOX,
    allow: 'autoplay',
    tabindex: 0,
    src: new URL(FRAME_PATH, getPlayerUrl()).href,
    referrerpolicy: 'strict-origin',
  });
  const onLoad = (): void => {
    element.removeEventListener('load', onLoad);
    // The origin of a sandboxed page can't be named.
    element.contentWindow?.postMessage(setup, '*', [remote]);
  };
  element.addEventListener('load', onLoad);
  port.onmessage = ({ data }) => {
    const message = parseFromFrame(data);
    if (message) onMessage(message);
    else onLie();
  };
  /** Moves the focus from the frame to the player, so that its keys go on working. */
  const leave = (): void => {
    const stage = root.querySelector<HTMLElement>('.stage');
    if (root.activeElement === element) stage?.focus({ preventScroll: true });
  };
  root.append(element);
  return {
    send: (message) => port.postMessage(message),
    show(isShown) {
      if (!isShown) leave();
      element.classList.toggle('shown', isShown);
    },
    remove() {
      leave();
      port.onmessage = null;
      port.close();
      element.remove();
    },
  };
}

/** The address of the player's own file; the frame is on the same host. */
function getPlayerUrl(): string {
  return import.meta.url;
}
