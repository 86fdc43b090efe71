const NAME = 'kinora-captions';
const OFF = 'off';

/** Where a page may keep nothing, or a browser is told to forget, the choice is kept until it closes. */
let kept: string | null = null;

/** A language, `off`, or null while the viewer has chosen nothing. */
type CaptionsChoice = string | null;

type Track = { readonly id: number; readonly language: string };

/** The viewer's choice in this browser, which every video of this site begins with. */
export function readCaptionsChoice(): CaptionsChoice {
  try {
    return localStorage.getItem(NAME) ?? kept;
  } catch {
    return kept;
  }
}

/** Keeps the language of the captions that a viewer has chosen; null for none. */
export function keepCaptionsChoice(track: Track | null): void {
  // Without a language they can't be found again in another video.
  if (track?.language === '') return;
  kept = track?.language ?? OFF;
  try {
    localStorage.setItem(NAME, kept);
  } catch {
    // Sandboxed frames have no storage, and full ones take nothing.
  }
}

/** Finds the effect of the choice on a video: an id, null for no captions, or undefined when it has none. */
export function findChosenCaptions(
  choice: CaptionsChoice,
  captions: readonly Track[],
): number | null | undefined {
  return choice === OFF ? null : captions.find(({ language }) => language === choice)?.id;
}
