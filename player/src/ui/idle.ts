const IDLE_MS = 2800;

export interface Idle {
  /** Something happened: show the controls, and hide them again after a while. */
  wake(): void;
  /** Hide the controls now if they may be hidden. */
  rest(): void;
  stop(): void;
}

/** Hides the controls of a playing video when nobody touches it. `mayRest` has the last word. */
export function createIdle(stage: HTMLElement, mayRest: () => boolean): Idle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (): void => {
    clearTimeout(timer);
    if (mayRest()) stage.classList.add('idle');
    else timer = setTimeout(rest, IDLE_MS);
  };
  return {
    wake() {
      stage.classList.remove('idle');
      clearTimeout(timer);
      timer = setTimeout(rest, IDLE_MS);
    },
    rest,
    stop: () => clearTimeout(timer),
  };
}
