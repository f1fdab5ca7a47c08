import { browserApi } from '@freeor/site-frame/frame/api'
import { formatBytes, formatCount, formatDuration } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { cancelImport, getImport, type ImportRun, rejectsFile } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './imports.module.css'

export type ImportProgressProps = { first: ImportRun; onAnother: () => void; onEnd: () => void }

const pollEvery = 500

function useRun(first: ImportRun, onEnd: () => void): ImportRun {
  const [run, setRun] = useState(first)
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
          // The one that does its work now is followed in its place.
          id = next.retriedBy ?? id
          if (next.state === 'running' || next.retrying || next.retriedBy) timer = setTimeout(ask, pollEvery)
          else ended()
        })
        .catch(() => {
          if (isCurrent) timer = setTimeout(ask, pollEvery * 6)
        })
    }
    ask()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [firstId])
  return run
}

const isOver = ({ state, retrying, retriedBy }: ImportRun) => state !== 'running' && !retrying && !retriedBy

/** What is said of an import that is under way. */
function sayWhere({ fileName, progress, attempt, retrying, retriedBy }: ImportRun): string {
  if (retrying || retriedBy) return `${fileName}. ${texts.imports.retrying}`
  const phase = `${fileName}. ${texts.imports.phase(progress.phase)}`
  return attempt > 1 ? `${phase} ${texts.imports.attempt(attempt)}` : phase
}

/** An import while it runs, then the result of every row. */
export function ImportProgress({ first, onAnother, onEnd }: ImportProgressProps) {
  const run = useRun(first, onEnd)
  const [isCancelling, setCancelling] = useState(false)
  if (isOver(run)) return <ImportEnd run={run} onAnother={onAnother} />
  const { progress } = run
  const cancel = () => {
    setCancelling(true)
    // When it cannot be cancelled any more it has ended, and the next poll shows how.
    cancelImport(browserApi(), run.id).catch(() => setCancelling(false))
  }
  return (
    <div className={classes.stack}>
      <Text role="status">{sayWhere(run)}</Text>
      <Progress
        animated={run.retrying}
        value={progress.bytesTotal === 0 ? 0 : (100 * progress.bytesDone) / progress.bytesTotal}
        aria-label={texts.imports.progress}
      />
      <dl className={classes.stats}>
        <Stat label={texts.imports.rows} value={formatCount(progress.rows)} />
        <Stat label={texts.imports.rate} value={formatCount(progress.rowsPerSecond)} />
        <Stat
          label={texts.imports.left}
          value={progress.secondsLeft === null ? '…' : formatDuration(progress.secondsLeft)}
        />
        <Stat
          label={texts.imports.read}
          value={`${formatBytes(progress.bytesDone)} / ${formatBytes(progress.bytesTotal)}`}
        />
      </dl>
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
