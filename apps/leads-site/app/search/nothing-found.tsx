import type { SearchAnswer } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './search.module.css'

export type NothingFoundProps = { dropOne: SearchAnswer['dropOne']; onDrop: (text: string) => void }

/** No lead matches: the part that excludes most of them is named, and one click removes it. */
export function NothingFound({ dropOne, onDrop }: NothingFoundProps) {
  const [dearest] = dropOne.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  return (
    <div className={classes.nothing}>
      <Text fw={600}>{texts.search.none}</Text>
      {dearest ? (
        <>
          <Text c="dimmed">
            {texts.search.noneBecause(formatCount(dearest.count))} <code>{dearest.text}</code>
          </Text>
          <Button variant="default" size="sm" mx="auto" onClick={() => onDrop(dearest.text)}>
            {texts.search.removeThat}
          </Button>
        </>
      ) : (
        <Text c="dimmed">{dropOne.length > 1 ? texts.search.noneTogether : texts.search.noneHint}</Text>
      )}
    </div>
  )
}
