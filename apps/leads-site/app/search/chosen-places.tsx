import type { PlaceClause, Query } from '@freeor/leads/query/ast'
import { Text } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { texts } from '../texts.ts'
import { geographyParts, type PlaceEntry, placeEntries } from './edit-query.ts'
import classes from './panels.module.css'

export type ChosenPlacesProps = {
  geography: Query
  onRemove: (partText: string, entry: PlaceEntry) => void
  onDrop: (partText: string) => void
}

/** A place as a person would name it. */
export function entryLabel({ place, value, label }: PlaceEntry): string {
  if (value !== null) return value
  return shapeLabel(place) ?? label
}

function shapeLabel(place: PlaceClause): string | undefined {
  switch (place.kind) {
    case 'within': {
      const center = 'zip' in place.center ? place.center.zip : place.center.at.toReversed().join(', ')
      return `${place.distance} ${place.unit} · ${center}`
    }
    case 'polygon':
      return texts.geography.drawn
    case 'box':
      return texts.geography.box
    case 'zip':
      return [...place.zips, ...place.lists.map((list) => texts.geography.list(list))].join(', ')
    default:
      return undefined
  }
}

function Pill({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        className={classes.pill}
        aria-label={texts.search.removeValue(label)}
        onClick={onClick}
      >
        {label}
        <IconX size={12} aria-hidden />
      </button>
    </li>
  )
}

/** The content of the geography, part by part; each entry can be removed. */
export function ChosenPlaces({ geography, onRemove, onDrop }: ChosenPlacesProps) {
  const parts = geographyParts(geography)
  if (parts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.geography.everywhere}
      </Text>
    )
  }
  const heading = {
    included: texts.geography.anyOf,
    excluded: texts.geography.noneOf,
    other: texts.geography.byHand,
  }
  return (
    <section aria-label={texts.geography.chosen} className={classes.chosen}>
      {parts.map((part) => (
        <div key={part.text}>
          <h2 className={classes.groupTitle}>{heading[part.kind]}</h2>
          <ul className={classes.pills}>
            {part.kind === 'other' ? (
              <Pill label={part.text} onClick={() => onDrop(part.text)} />
            ) : (
              part.places
                .flatMap(placeEntries)
                .map((entry) => (
                  <Pill
                    key={`${entry.place.kind} ${entry.label}`}
                    label={entryLabel(entry)}
                    onClick={() => onRemove(part.text, entry)}
                  />
                ))
            )}
          </ul>
        </div>
      ))}
    </section>
  )
}
