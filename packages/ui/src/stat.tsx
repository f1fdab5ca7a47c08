import classes from './stat.module.css'

/** One figure with what it counts. */
export function Stat({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.stat}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  )
}
