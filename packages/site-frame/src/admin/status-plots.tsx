import { Bars } from '@freeor/ui/bars'
import { formatClock } from '@freeor/ui/format'
import { SimpleGrid, Title } from '@mantine/core'
import { useId } from 'react'
import type { StatusData } from './status.ts'
import { statusTexts } from './status-texts.ts'

const words = statusTexts

type Span = StatusData['spans'][number]

/** The figure of each plot; null where it was not known. */
const figures: readonly { label: string; read: (span: Span) => number | null }[] = [
  { label: words.requests, read: ({ requests }) => requests },
  { label: words.errors, read: ({ errors }) => errors },
  { label: words.meanMs, read: ({ meanMs }) => meanMs },
  { label: words.lagMs, read: ({ lagMs }) => lagMs },
  { label: words.memory, read: ({ memoryBytes }) => memoryBytes / 1e6 },
  { label: words.connections, read: ({ connectionsBusy }) => connectionsBusy },
  { label: words.jobsDue, read: ({ jobsDue }) => jobsDue },
  { label: words.mailWaiting, read: ({ mailWaiting }) => mailWaiting },
]

function Plot({ label, bars }: { label: string; bars: readonly { value: string; count: number }[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" mb="sm" id={id}>
        {label}
      </Title>
      {bars.length === 0 ? <p>{words.unknown}</p> : <Bars label={label} bars={bars} />}
    </section>
  )
}

/** The last hour in steps of five minutes: each bar has its figure beside it. */
export function StatusPlots({ spans }: Pick<StatusData, 'spans'>) {
  if (spans.length === 0) return <p>{words.noSpan}</p>
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="xl">
      {figures.map(({ label, read }) => {
        const bars = spans.flatMap((span) => {
          const figure = read(span)
          return figure === null ? [] : [{ value: formatClock(span.startsAt), count: Math.round(figure) }]
        })
        return <Plot key={label} label={label} bars={bars} />
      })}
    </SimpleGrid>
  )
}
