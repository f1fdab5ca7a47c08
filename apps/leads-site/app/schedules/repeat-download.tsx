import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { Alert, Anchor, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { createSchedule, type ScheduleRhythm } from '../api/scheduled-downloads.ts'
import downloadClasses from '../downloads/downloads.module.css'
import { scheduleTexts as words } from '../texts/schedules.ts'

type State = { status: 'idle' | 'sending' | 'done' } | { status: 'failed'; message: string }

const rhythms = (Object.keys(words.rhythms) as ScheduleRhythm[]).map((value) => ({
  ...{ value, label: words.rhythms[value] },
}))

const today = () => new Date().toISOString().slice(0, 10)

/** Makes a download repeat: how often, from when on, and for how many new leads at most. */
export function RepeatDownload({ request, price }: { request: DownloadRequest; price: number }) {
  const [rhythm, setRhythm] = useState<ScheduleRhythm>('weekly')
  const [ceiling, setCeiling] = useState(String(Math.max(price, 100)))
  const [firstOn, setFirstOn] = useState(today)
  const [onlyChanges, setOnlyChanges] = useState(true)
  const [state, setState] = useState<State>({ status: 'idle' })
  const isBadCeiling = !/^\d{1,7}$/.test(ceiling)
  const isBadDay = firstOn < today()
  const create = () => {
    setState({ status: 'sending' })
    createSchedule(browserApi(), request, { rhythm, ceiling: Number(ceiling), onlyChanges, firstOn }).then(
      () => setState({ status: 'done' }),
      (error: unknown) => setState({ status: 'failed', message: failureText(error) }),
    )
  }
  if (state.status === 'done')
    return (
      <Alert color="green" role="status">
        {words.created}{' '}
        <Anchor component={Link} to="/search/scheduled">
          {words.see}
        </Anchor>
      </Alert>
    )
  return (
    <details className={downloadClasses.repeat}>
      <summary>{words.repeat}</summary>
      <div className={downloadClasses.choice}>
        <Text size="sm" c="dimmed">
          {words.repeatLead}
        </Text>
        <div className={downloadClasses.pair}>
          <NativeSelect
            label={words.rhythm}
            data={rhythms}
            value={rhythm}
            onChange={(event) => setRhythm(event.currentTarget.value as ScheduleRhythm)}
          />
          <TextInput
            type="date"
            label={words.firstOn}
            value={firstOn}
            min={today()}
            error={isBadDay ? words.firstOnBad : undefined}
            onChange={(event) => setFirstOn(event.currentTarget.value)}
          />
        </div>
        <TextInput
          label={words.ceiling}
          description={words.ceilingHint}
          inputMode="numeric"
          value={ceiling}
          error={isBadCeiling ? words.ceilingBad : undefined}
          onChange={(event) => setCeiling(event.currentTarget.value.trim())}
        />
        <Checkbox
          label={words.onlyChanges}
          checked={onlyChanges}
          onChange={(event) => setOnlyChanges(event.currentTarget.checked)}
        />
        {state.status === 'failed' ? (
          <Alert color="orange" role="alert">
            {state.message}
          </Alert>
        ) : null}
        <Button
          variant="default"
          loading={state.status === 'sending'}
          disabled={isBadCeiling || isBadDay}
          onClick={create}
        >
          {words.create}
        </Button>
      </div>
    </details>
  )
}
