import { formatCount } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { texts } from '../texts.ts'
import classes from './chips.module.css'

export type ChipsProps = {
  /** Each part's canonical text, and how many leads come back when it is dropped. */
  parts: readonly { text: string; gives: number | undefined }[]
  onDrop: (text: string) => void
  onClear: () => void
}

function cost(gives: number | undefined): string {
  if (gives === undefined) return ''
  return gives > 0 ? texts.search.without(formatCount(gives)) : texts.search.costsNothing
}

/** The parts of the search, each with what it costs and a way to drop it. */
export function Chips({ parts, onDrop, onClear }: ChipsProps) {
  if (parts.length === 0) return null
  return (
    <div className={classes.chips}>
      <ul aria-label={texts.search.activeFilters}>
        {parts.map(({ text, gives }) => (
          <li key={text}>
            <button
              type="button"
              className={classes.chip}
              onClick={() => onDrop(text)}
              aria-label={`${texts.search.drop(text)}, ${cost(gives)}`}
            >
              <code>{text}</code> <span className={classes.chipCost}>{cost(gives)}</span>
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
