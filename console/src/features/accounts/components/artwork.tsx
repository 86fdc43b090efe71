import classes from './artwork.module.css';

const FRAMES = [
  ['#f8b43c', '#d9480f'],
  ['#4f5fe8', '#8ab4ff'],
  ['#0f766e', '#a7f3d0'],
  ['#b42318', '#f8b43c'],
  ['#6d28d9', '#f0abfc'],
] as const;

const RUNGS = [
  { label: '1080p', width: 132 },
  { label: '720p', width: 214 },
  { label: '480p', width: 276 },
  { label: '240p', width: 300 },
];

/** A picture of the work: frames on a strip, and the ladder they are encoded into. */
export function Artwork() {
  return (
    <svg className={classes.root} viewBox="0 0 480 300" aria-hidden>
      <defs>
        {FRAMES.map(([from, to], index) => (
          <linearGradient key={from} id={`art-${index}`} x2="1" y2="1">
            <stop stopColor={from} />
            <stop offset="1" stopColor={to} />
          </linearGradient>
        ))}
      </defs>
      <g className={classes.strip}>
        {FRAMES.map(([from], index) => (
          <rect
            key={from}
            x={index * 124}
            y={8}
            width={114}
            height={64}
            rx={8}
            fill={`url(#art-${index})`}
          />
        ))}
      </g>
      <rect x="0" y="96" width="480" height="6" rx="3" fill="#2d3547" />
      <rect x="0" y="96" width="196" height="6" rx="3" fill="#f5a524" />
      <circle cx="196" cy="99" r="9" fill="#fff" />
      {RUNGS.map((rung, index) => (
        <g key={rung.label} transform={`translate(0 ${150 + index * 38})`}>
          <text x="0" y="5" className={classes.label}>
            {rung.label}
          </text>
          <rect x="72" y="-4" width="320" height="7" rx="3.5" fill="#222a3d" />
          <rect
            x="72"
            y="-4"
            width={rung.width + 20}
            height="7"
            rx="3.5"
            fill={index === 3 ? '#6cd6a0' : '#7f8cff'}
          />
        </g>
      ))}
    </svg>
  );
}
