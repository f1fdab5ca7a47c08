import type { PlaceClause, WithinClause } from '@freeor/leads/query/ast'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { texts } from '../texts.ts'
import classes from './panels.module.css'

/** A ZIP, or a latitude and a longitude. */
function readCenter(text: string): WithinClause['center'] | undefined {
  const zip = /^\s*(\d{5})\s*$/.exec(text)?.[1]
  if (zip) return { zip }
  const [, lat, lon] = /^\s*(-?\d+(?:\.\d+)?)\s*[,\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  if (lat === undefined || lon === undefined) return undefined
  return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180
    ? { at: [Number(lon), Number(lat)] }
    : undefined
}

/** So far around a ZIP or a point. */
export function RadiusForm({ onAdd }: { onAdd: (place: PlaceClause) => void }) {
  const [mistake, setMistake] = useState<{ center?: string; distance?: string }>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const distance = Number(form.get('distance'))
    const center = readCenter(String(form.get('center')))
    const isFar = !(distance > 0 && distance <= 3000)
    setMistake({
      ...(isFar ? { distance: texts.geography.distanceBad } : {}),
      ...(center ? {} : { center: texts.geography.centerBad }),
    })
    if (isFar || !center) return
    onAdd({ type: 'place', kind: 'within', distance, unit: form.get('unit') === 'km' ? 'km' : 'mi', center })
    event.currentTarget.reset()
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <h2 className={classes.groupTitle}>{texts.geography.radius}</h2>
      <div className={classes.pair}>
        <TextInput
          size="xs"
          name="distance"
          inputMode="decimal"
          label={texts.geography.distance}
          defaultValue="25"
          error={mistake.distance}
        />
        <NativeSelect
          size="xs"
          name="unit"
          label={texts.geography.unit}
          data={[
            { value: 'mi', label: texts.geography.miles },
            { value: 'km', label: texts.geography.kilometres },
          ]}
        />
      </div>
      <TextInput
        size="xs"
        name="center"
        label={texts.geography.center}
        placeholder={texts.geography.centerHint}
        error={mistake.center}
      />
      <Button type="submit" size="xs" variant="default">
        {texts.geography.addRadius}
      </Button>
    </form>
  )
}
