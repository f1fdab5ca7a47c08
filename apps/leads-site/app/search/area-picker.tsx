import { states } from '@freeor/leads/geography/states'
import type { PlaceClause } from '@freeor/leads/query/ast'
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { browserApi } from '../api/client.ts'
import { listCounties } from '../api/geography.ts'
import { texts } from '../texts.ts'
import classes from './search.module.css'

const byName = states.toSorted((a, b) => a.name.localeCompare(b.name))
const stateOptions = byName.map((state) => ({ value: state.code, label: state.name }))

type County = { fips: string; name: string }

/** A state, or a county of a state: choosing adds it. */
export function AreaPicker({ onAdd }: { onAdd: (place: PlaceClause) => void }) {
  const [of, setOf] = useState('')
  const counties = useCounties(of)
  return (
    <div className={classes.stack}>
      <NativeSelect
        size="xs"
        label={texts.geography.state}
        value=""
        data={[{ value: '', label: texts.geography.chooseState }, ...stateOptions]}
        onChange={(event) => {
          const code = event.currentTarget.value
          if (code) onAdd({ type: 'place', kind: 'state', states: [code] })
        }}
      />
      <NativeSelect
        size="xs"
        label={texts.geography.counties}
        value={of}
        data={[{ value: '', label: texts.geography.chooseState }, ...stateOptions]}
        onChange={(event) => setOf(event.currentTarget.value)}
      />
      {of ? (
        <NativeSelect
          size="xs"
          aria-label={texts.geography.chooseCounty}
          value=""
          data={[
            { value: '', label: texts.geography.chooseCounty },
            ...counties.map((county) => ({ value: county.fips, label: county.name })),
          ]}
          onChange={(event) => {
            const county = counties.find((each) => each.fips === event.currentTarget.value)
            if (county) onAdd({ type: 'place', kind: 'county', counties: [`${county.name}, ${of}`] })
          }}
        />
      ) : null}
    </div>
  )
}

function useCounties(state: string): County[] {
  const [found, setFound] = useState<{ state: string; counties: County[] }>({ state: '', counties: [] })
  useEffect(() => {
    if (state === '') return undefined
    let isCurrent = true
    listCounties(browserApi(), state).then(
      (counties) => {
        if (isCurrent) setFound({ state, counties })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [state])
  return found.state === state ? found.counties : []
}
