import classes from './avatar.module.css';

const segmenter = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** First letter of a name, bare: เมือง and ทีม are ม and ท, without vowels and tone marks. */
export function getInitial(name: string): string {
  const letters = [...segmenter.segment(name.trim())].map((part) => part.segment);
  const first = letters.find((letter) => !/^[เแโใไ]/.test(letter)) ?? letters[0] ?? '?';
  return String.fromCodePoint(first.codePointAt(0) ?? 0x3f).toUpperCase();
}

/** A coloured tile with an initial: square for teams, round for people. */
export function Avatar({ name, kind }: { name: string; kind: 'team' | 'person' }) {
  return (
    <span className={classes.root} data-kind={kind} aria-hidden>
      {getInitial(name)}
    </span>
  );
}
