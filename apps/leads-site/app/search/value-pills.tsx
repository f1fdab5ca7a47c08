import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { texts } from '../texts.ts'
import classes from './panels.module.css'

export type ValuePillsProps = { label: string; values: readonly string[]; onRemove: (value: string) => void }

/** Chosen values, each removable. */
export function ValuePills({ label, values, onRemove }: ValuePillsProps) {
  if (values.length === 0) return null
  return (
    <ul className={classes.pills} aria-label={label}>
      {values.map((value) => (
        <li key={value}>
          <button
            type="button"
            className={classes.pill}
            aria-label={texts.search.removeValue(value)}
            onClick={() => onRemove(value)}
          >
            {value}
            <IconX size={12} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
