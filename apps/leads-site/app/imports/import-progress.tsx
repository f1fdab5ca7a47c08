import { browserApi } from '@freeor/site-frame/frame/api'
import { formatCount } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { cancelImport, getImport, type ImportRun, rejectsFile } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './imports.module.css'
import { isOver, RunningImport } from './running-import.tsx'

export type ImportProgressProps = { first: ImportRun; onAnother: () => void; onEnd: () => void }

const pollEvery = 500

function useRun(first: ImportRun, onEnd: () => void): { run: ImportRun; isUnheard: boolean } {
  const [run, setRun] = useState(first)
  const [isUnheard, setUnheard] = useState(false)
  const ended = useEffectEvent(onEnd)
  const firstId = first.id
  useEffect(() => {
    let isCurrent = true
    let id = firstId
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      getImport(browserApi(), id)
        .then((next) => {
          if (!isCurrent) return
          setRun(next)
          setUnheard(false)
          // The one that does its work now is followed in its place.
          id = next.retriedBy ?? id
          if (isOver(next)) ended()
          else timer = setTimeout(ask, pollEvery)
        })
        .catch(() => {
          if (!isCurrent) return
          setUnheard(true)
          timer = setTimeout(ask, pollEvery * 6)
        })
    }
    ask()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [firstId])
  return { run, isUnheard }
}

/** An import while it runs, then the result of every row. */
export function ImportProgress({ first, onAnother, onEnd }: ImportProgressProps) {
  const { run, isUnheard } = useRun(first, onEnd)
  const [isCancelling, setCancelling] = useState(false)
  if (isOver(run)) return <ImportEnd run={run} onAnother={onAnother} />
  const cancel = () => {
    setCancelling(true)
    // When it cannot be cancelled any more it has ended, and the next poll shows how.
    cancelImport(browserApi(), run.id).catch(() => setCancelling(false))
  }
  return (
    <div className={classes.stack}>
      <RunningImport run={run} isUnheard={isUnheard} />
      <Button variant="default" onClick={cancel} loading={isCancelling} w="fit-content">
        {texts.imports.cancel}
      </Button>
    </div>
  )
}

function ImportEnd({ run, onAnother }: { run: ImportRun; onAnother: () => void }) {
  const { report } = run
  return (
    <div className={classes.stack}>
      {run.state === 'failed' ? (
        <Alert color="orange" role="alert" title={texts.imports.failed}>
          {run.failure}
        </Alert>
      ) : (
        <Text role="status" fw={600}>
          {run.state === 'done' ? texts.imports.done : texts.imports.cancelled}
        </Text>
      )}
      {report ? (
        <dl className={classes.stats}>
          <Stat label={texts.imports.rows} value={formatCount(report.rowsIn)} />
          <Stat label={texts.imports.stored} value={formatCount(report.rowsStored)} />
          <Stat label={texts.imports.rejected} value={formatCount(report.rowsRejected)} />
        </dl>
      ) : null}
      {report?.warnings.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {warning}
        </Text>
      ))}
      <Group>
        {run.state === 'done' ? (
          <Button component={Link} to={`/_search/${run.dictId}`}>
            {texts.imports.search}
          </Button>
        ) : null}
        {report && report.rowsRejected > 0 ? (
          <Button component="a" href={rejectsFile(run.id)} download variant="default">
            {texts.imports.rejects}
          </Button>
        ) : null}
        <Button variant="default" onClick={onAnother}>
          {texts.imports.another}
        </Button>
      </Group>
    </div>
  )
}
