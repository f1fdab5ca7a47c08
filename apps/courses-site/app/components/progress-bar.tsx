import classes from './progress-bar.module.css'

type ProgressBarProps = {
  value: number
  max: number
  /** What screen readers say; without it the words beside the bar say it. */
  label?: string
}

/** A share as a bar. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <progress
      className={classes.bar}
      value={value}
      max={Math.max(1, max)}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    />
  )
}
