import { formatCount } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Title } from '@mantine/core'
import type { SearchComparison } from '../api/saved-searches.ts'
import { StateMap } from '../components/state-map.tsx'
import { stateNames } from '../state-names.ts'
import { texts } from '../texts.ts'
import classes from './compare.module.css'

const words = texts.compare

type Part = 'onlyFirst' | 'both' | 'onlySecond'

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

const nameOf = (code: string) =>
  code === '' ? words.noState : ((stateNames as Record<string, string>)[code] ?? code)

type FigureProps = { label: string; count: number; all: number; counts: ReadonlyMap<string, number> }

/** One part of the comparison: its leads, and where they are. */
function Figure({ label, count, all, counts }: FigureProps) {
  return (
    <li className={classes.figure}>
      <h3 className={classes.label}>{label}</h3>
      <p className={classes.count}>{formatCount(count)}</p>
      <p className={classes.share}>{words.share(percent.format(all === 0 ? 0 : count / all))}</p>
      <StateMap label={words.mapOf(label)} counts={counts} />
    </li>
  )
}

/** What two searches find alone and together: figures with maps, and the same by state as a table. */
export function ComparisonResult({ comparison }: { comparison: SearchComparison }) {
  const { first, second, states, ...counts } = comparison
  const all = counts.onlyFirst + counts.both + counts.onlySecond
  const parts: readonly (readonly [Part, string])[] = [
    ['onlyFirst', words.onlyIn(first.searchName)],
    ['both', words.inBoth],
    ['onlySecond', words.onlyIn(second.searchName)],
  ]
  if (all === 0) return <p role="status">{words.nothing}</p>
  return (
    <>
      <section aria-labelledby="figures">
        <Title order={2} size="h3" id="figures">
          {words.figures}
        </Title>
        <ul className={classes.figures}>
          {parts.map(([part, label]) => (
            <Figure
              key={part}
              label={label}
              count={counts[part]}
              all={all}
              counts={new Map(states.map((one) => [one.state, one[part]]))}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="by-state">
        <Title order={2} size="h3" id="by-state" mb="sm">
          {words.byState}
        </Title>
        <Table
          label={words.byState}
          columns={[words.state, ...parts.map(([, label]) => label)]}
          empty={words.nothing}
          rows={states.map((one) => ({
            key: one.state,
            cells: [nameOf(one.state), ...parts.map(([part]) => formatCount(one[part]))],
          }))}
        />
      </section>
    </>
  )
}
