import { formatCount } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { DuplicatesHint } from '../duplicates/duplicates-hint.tsx'
import type { FoundDuplicates } from '../duplicates/use-duplicates.ts'
import { texts } from '../texts.ts'

export type MadeBeforeProps = {
  found: FoundDuplicates | undefined
  /** Where the file begins. */
  offset: number
  onOffset: (offset: number) => void
}

/** What was downloaded of the search before, and going on after it. */
export function MadeBefore({ found, offset, onOffset }: MadeBeforeProps) {
  const next = found?.next
  if (offset > 0) {
    return (
      <div role="status">
        <Text size="sm">{texts.duplicates.startsAfter(formatCount(offset))}</Text>
        <Button variant="default" size="xs" mt="xs" onClick={() => onOffset(0)}>
          {texts.duplicates.startAtFirst}
        </Button>
      </div>
    )
  }
  return (
    <DuplicatesHint found={found} of="downloads">
      <Text size="sm" mt="xs">
        {next ? `${texts.duplicates.remaining(formatCount(next.remaining))} ` : ''}
        {texts.duplicates.hint}
      </Text>
      {next && next.remaining > 0 ? (
        <Button variant="default" size="xs" mt="xs" onClick={() => onOffset(next.offset)}>
          {texts.duplicates.startAfter(formatCount(next.offset))}
        </Button>
      ) : null}
    </DuplicatesHint>
  )
}
