const IDLE_MS = 2800;

export type Idle = {
  /** Shows the controls, and hides them again after a while. */
  show(): void;
  /** Hides the controls now if they may be hidden. */
  hide(): void;
  stop(): void;
};

/** Hides the controls of a playing video after a time without input, unless `canHide` forbids it. */
export function createIdle(stage: HTMLElement, canHide: () => boolean): Idle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    if (canHide()) stage.classList.add('idle');
    else timer = setTimeout(hide, IDLE_MS);
  };
  return {
    show() {
      stage.classList.remove('idle');
      clearTimeout(timer);
      timer = setTimeout(hide, IDLE_MS);
    },
    hide,
    stop: () => clearTimeout(timer),
  };
}
