import { Bars } from '@freeor/ui/bars'
import { SimpleGrid, Title } from '@mantine/core'
import type { UseOverTime } from '../api/ledger.ts'
import { texts } from '../texts.ts'
import classes from './billing.module.css'

const words = texts.ledger

const monthOf = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'short', year: 'numeric', timeZone: 'UTC' },
  })

/** What the company used in a year, month by month and by person. Each bar has its figure beside it. */
export function YearPlots({ use: { months, people } }: { use: UseOverTime }) {
  if (people.length === 0) return <p className={classes.note}>{words.noYear}</p>
  const plots = [
    { label: words.byMonth, bars: months.map(({ month, used }) => ({ value: monthOf(month), count: used })) },
    {
      label: words.byPerson,
      bars: people.map(({ name, used }) => ({ value: name ?? words.former, count: used })),
    },
  ]
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      {plots.map(({ label, bars }) => (
        <section key={label} aria-label={label}>
          <Title order={3} size="h5" mb="sm">
            {label}
          </Title>
          <Bars label={label} bars={bars} />
        </section>
      ))}
    </SimpleGrid>
  )
}
