import { Bars } from '@freeor/ui/bars'
import { Title } from '@mantine/core'
import type { Quality } from '../api/quality.ts'
import { texts } from '../texts.ts'
import classes from './quality.module.css'

const words = texts.quality

const spanOf = (year: number, each: number): string =>
  each === 1 ? String(year) : words.yearsFrom(String(year), String(year + each - 1))

/** Leads by year, of each column that has years. */
export function YearFigures({ quality }: { quality: Quality }) {
  const dated = quality.columns.filter(({ years }) => years.length > 0)
  if (dated.length === 0) return null
  return (
    <section aria-labelledby="by-year">
      <Title order={2} id="by-year" mb="md">
        {words.years}
      </Title>
      <div className={classes.years}>
        {dated.map(({ key, label, years, yearsEach }) => (
          <div key={key}>
            <Title order={3} size="h4" mb="xs">
              {label}
            </Title>
            <Bars
              label={words.yearsOf[yearsEach](label)}
              bars={years.map(({ year, count }) => ({ value: spanOf(year, yearsEach), count })).reverse()}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
