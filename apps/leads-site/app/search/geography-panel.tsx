import type { PlaceClause, Query } from '@freeor/leads/query/ast'
import { topLevel } from '@freeor/leads/query/ast'
import { parseQuery } from '@freeor/leads/query/parse-query'
import { browserApi } from '@freeor/site-frame/frame/api'
import { SegmentedControl, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { searchPlaces } from '../api/geography.ts'
import { texts } from '../texts.ts'
import { AreaPicker } from './area-picker.tsx'
import { ChosenPlaces, entryLabel } from './chosen-places.tsx'
import { addPlace, removeEntry, withoutPart } from './edit-query.ts'
import classes from './panels.module.css'
import { RadiusForm } from './radius-form.tsx'
import { type Option, SuggestInput } from './suggest-input.tsx'
import type { Load } from './use-suggestions.ts'
import { ZipListForm } from './zip-list-form.tsx'

export type GeographyPanelProps = {
  /** The geography; undefined while the text cannot be read. */
  geography: Query | undefined
  onChange: (geography: Query) => void
  /** As `onChange`, for a removal: `text` says what was removed. */
  onRemove: (geography: Query, text: string) => void
}

const loadPlaces: Load<Option> = async (q, signal) => {
  const places = await searchPlaces(browserApi(), q, signal)
  return places.map((place) => ({ value: place.clause, label: place.label }))
}

/** The places of a clause in the language, such as `county:13121`. */
function placesOf(clause: string): PlaceClause[] {
  return topLevel(parseQuery(clause)).filter((node) => node.type === 'place')
}

/** Every way to say where, by keyboard and without the map. */
export function GeographyPanel({ geography, onChange, onRemove }: GeographyPanelProps) {
  const [mode, setMode] = useState<'include' | 'exclude'>('include')
  const add = useCallback(
    (places: readonly PlaceClause[]) => {
      if (geography === undefined) return
      onChange(places.reduce((query, place) => addPlace(query, place, mode === 'exclude'), geography))
    },
    [geography, onChange, mode],
  )
  if (geography === undefined) return <Text size="sm">{texts.search.fixFirst}</Text>
  return (
    <div className={classes.form}>
      <ChosenPlaces
        geography={geography}
        onRemove={(part, entry) =>
          onRemove(removeEntry(geography, part, entry), texts.search.dropped(entryLabel(entry)))
        }
        onDrop={(part) => onRemove(withoutPart(geography, part), texts.search.dropped(part))}
      />
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.geography.how}
        value={mode}
        onChange={(value) => setMode(value === 'exclude' ? 'exclude' : 'include')}
        data={[
          { value: 'include', label: texts.geography.include },
          { value: 'exclude', label: texts.geography.exclude },
        ]}
      />
      <SuggestInput
        label={texts.geography.findLabel}
        placeholder={texts.geography.find}
        load={loadPlaces}
        onPick={(clause) => add(placesOf(clause))}
      />
      <AreaPicker onAdd={(place) => add([place])} />
      <RadiusForm onAdd={(place) => add([place])} />
      <ZipListForm onAdd={(place) => add([place])} />
    </div>
  )
}
