import { states } from '@freeor/leads/geography/states'
import type { PlaceClause } from '@freeor/leads/query/ast'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { listCounties } from '../api/geography.ts'
import { texts } from '../texts.ts'
import classes from './panels.module.css'

const byName = states.toSorted((a, b) => a.name.localeCompare(b.name))
const stateOptions = byName.map((state) => ({ value: state.code, label: state.name }))

type County = { fips: string; name: string }

/** A state, or a county of it. A button adds it: choosing alone would add whatever the arrow keys pass by. */
export function AreaPicker({ onAdd }: { onAdd: (place: PlaceClause) => void }) {
  const [state, setState] = useState('')
  const [fips, setFips] = useState('')
  const counties = useCounties(state)
  const county = counties.find((each) => each.fips === fips)
  const choose = (code: string) => {
    setState(code)
    setFips('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state === '') return
    if (county) onAdd({ type: 'place', kind: 'county', counties: [`${county.name}, ${state}`] })
    else onAdd({ type: 'place', kind: 'state', states: [state] })
    setFips('')
  }
  return (
    <form onSubmit={submit} className={classes.stack}>
      <NativeSelect
        size="xs"
        label={texts.geography.state}
        value={state}
        data={[{ value: '', label: texts.geography.chooseState }, ...stateOptions]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={texts.geography.county}
        value={fips}
        disabled={state === ''}
        data={[
          { value: '', label: texts.geography.wholeState },
          ...counties.map((each) => ({ value: each.fips, label: each.name })),
        ]}
        onChange={(event) => setFips(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={state === ''}>
        {county ? texts.geography.addCounty : texts.geography.addState}
      </Button>
    </form>
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
