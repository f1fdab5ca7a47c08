import type { DownloadQuote } from '@freeor/leads/downloads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Alert, Text } from '@mantine/core'
import { texts } from '../texts.ts'

const words = texts.doNotCall

/** How many leads of a file are on the do-not-call registry, and whether that may be relied on. */
export function DoNotCallNote({ found }: { found: NonNullable<DownloadQuote['doNotCall']> }) {
  const date = formatDate(found.obtainedAt)
  if (found.leads === 0 && !found.isOld)
    return (
      <Text size="sm" c="dimmed">
        {words.none(date)}
      </Text>
    )
  return (
    <Alert color="orange" role="status">
      {found.leads > 0
        ? `${words.warning(formatCount(found.leads))} ${words.marked(date)}`
        : words.none(date)}
      {found.isOld ? ` ${words.old}` : ''}
    </Alert>
  )
}
