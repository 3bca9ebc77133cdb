import classes from './Logo.module.css';

/**
 * The logo: two rings around one point that rotate in opposite directions, in 40 s and 12 s. Decoration; does not move when the user
 * prefers reduced motion.
 */
export function Logo({ size }: { size: number }) {
  return (
    <svg className={classes['logo']} width={size} height={size} viewBox="0 0 120 120" fill="none" aria-hidden>
      <g className={classes['outer']} data-ring="outer">
        <path d="M60 6a54 54 0 0 1 46.77 81" />
        <path d="M93.5 102.4A54 54 0 0 1 7.4 48" />
        <path d="M13.2 33A54 54 0 0 1 44 8.4" strokeDasharray="1 7" />
        <circle cx="106.77" cy="87" r="4.5" />
        <circle cx="7.4" cy="48" r="4.5" />
      </g>
      <g className={classes['inner']} data-ring="inner">
        <path d="M60 30a30 30 0 1 1-29.6 25.2" />
        <path d="M34.6 44A30 30 0 0 1 48 32.5" strokeDasharray="1 6" />
        <circle cx="60" cy="30" r="4" />
      </g>
      <circle className={classes['hub']} cx="60" cy="60" r="8" />
    </svg>
  );
}
