import { useId } from 'react';
import classes from './brand.module.css';

/** The mark and the name. */
export function Brand() {
  // Each use needs a gradient of its own: one inside a hidden part paints nothing.
  const gradient = useId();
  return (
    <span className={classes.root} translate="no">
      <svg viewBox="0 0 32 32" width={22} height={22} aria-hidden>
        <defs>
          <linearGradient id={gradient} x2="1" y2="1">
            <stop stopColor="#f8b43c" />
            <stop offset="1" stopColor="#fb7a3c" />
          </linearGradient>
        </defs>
        <rect width="32" height="32" rx="8" fill={`url(#${gradient})`} />
        <path
          d="M12 9.9c0-.9 1-1.5 1.8-1l9.4 6.1c.8.5.8 1.6 0 2.1l-9.4 6.1c-.8.5-1.8-.1-1.8-1z"
          fill="#141925"
        />
      </svg>
      Kinora
    </span>
  );
}
