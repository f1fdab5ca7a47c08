import type { EmptyAnswer, SearchAnswer } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './search.module.css'
import { queryOf, type SearchState } from './search-url.ts'
import { useWhyEmpty } from './use-why-empty.ts'

type DropOne = SearchAnswer['dropOne']
export type NothingFoundProps = {
  dictId: string
  state: SearchState
  dropOne: DropOne
  onDrop: (parts: readonly string[]) => void
}

type ConflictProps = {
  conflict: readonly string[]
  removal: EmptyAnswer['removal']
  dropOne: DropOne
  onDrop: NothingFoundProps['onDrop']
}

/** The clauses that together exclude everything, each with what comes back without it. */
function Conflict({ conflict, removal, dropOne, onDrop }: ConflictProps) {
  const counts = new Map(dropOne.map(({ text, count }) => [text, count]))
  const isOne = removal?.parts.length === 1 && conflict.includes(removal.parts[0] ?? '')
  return (
    <>
      <Text c="dimmed">
        {conflict.length === 1 ? texts.search.conflictAlone : texts.search.conflictTogether(conflict.length)}
      </Text>
      <ul className={classes.conflict}>
        {conflict.map((text) => {
          const count = counts.get(text) ?? 0
          return (
            <li key={text}>
              <code>{text}</code>
              <Text size="sm" c="dimmed">
                {count > 0 ? texts.search.cameBack(formatCount(count)) : texts.search.stillNone}
              </Text>
              <Button
                size="xs"
                variant="default"
                aria-label={texts.search.drop(text)}
                onClick={() => onDrop([text])}
              >
                {texts.search.remove}
              </Button>
            </li>
          )
        })}
      </ul>
      {removal && !isOne ? (
        <>
          <Text c="dimmed">{texts.search.removeAlso(removal.parts.join(', '))}</Text>
          <Button variant="default" size="sm" mx="auto" onClick={() => onDrop(removal.parts)}>
            {texts.search.removeParts(removal.parts.length, formatCount(removal.count))}
          </Button>
        </>
      ) : null}
    </>
  )
}

/** What the search itself says: the part without which most leads come back. */
function Dearest({ dropOne, onDrop }: Pick<NothingFoundProps, 'dropOne' | 'onDrop'>) {
  const [dearest] = dropOne.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  if (!dearest)
    return <Text c="dimmed">{dropOne.length > 1 ? texts.search.noneTogether : texts.search.noneHint}</Text>
  return (
    <>
      <Text c="dimmed">
        {texts.search.noneBecause(formatCount(dearest.count))} <code>{dearest.text}</code>
      </Text>
      <Button variant="default" size="sm" mx="auto" onClick={() => onDrop([dearest.text])}>
        {texts.search.removeThat}
      </Button>
    </>
  )
}

/** No lead matches: the parts that exclude every lead are named, and one click removes them. */
export function NothingFound({ dictId, state, dropOne, onDrop }: NothingFoundProps) {
  const why = useWhyEmpty(dictId, queryOf(state))
  return (
    <div className={classes.nothing}>
      <Text fw={600}>{texts.search.none}</Text>
      {why?.conflict ? (
        <Conflict conflict={why.conflict} removal={why.removal} dropOne={why.dropOne} onDrop={onDrop} />
      ) : (
        <Dearest dropOne={dropOne} onDrop={onDrop} />
      )}
    </div>
  )
}
