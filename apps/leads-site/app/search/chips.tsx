import { formatCount } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { texts } from '../texts.ts'
import classes from './search.module.css'

export type ChipsProps = {
  /** Canonical texts of the parts. */
  parts: readonly string[]
  /** Leads that come back when a part is dropped, by its text. */
  costs: ReadonlyMap<string, number>
  onDrop: (text: string) => void
  onClear: () => void
}

function cost(gives: number | undefined): string {
  if (gives === undefined) return ''
  return gives > 0 ? texts.search.without(formatCount(gives)) : texts.search.costsNothing
}

/** The parts of the search, each with what it costs and a way to drop it. */
export function Chips({ parts, costs, onDrop, onClear }: ChipsProps) {
  if (parts.length === 0) return null
  return (
    <div className={classes.chips}>
      <ul aria-label={texts.search.activeFilters}>
        {parts.map((text) => (
          <li key={text}>
            <button
              type="button"
              className={classes.chip}
              onClick={() => onDrop(text)}
              aria-label={`${texts.search.drop(text)}, ${cost(costs.get(text))}`}
            >
              <code>{text}</code>
              <span className={classes.chipCost}>{cost(costs.get(text))}</span>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {parts.length > 1 ? (
        <Button variant="subtle" size="compact-xs" color="gray" onClick={onClear}>
          {texts.search.clearAll}
        </Button>
      ) : null}
    </div>
  )
}
