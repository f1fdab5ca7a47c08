import { formatBytes, formatCount, formatDuration } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Progress, Text } from '@mantine/core'
import type { ImportRun } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './imports.module.css'

type Run = Pick<ImportRun, 'fileName' | 'state' | 'progress' | 'attempt' | 'retrying' | 'retriedBy'>

/** Whether an import, and whatever takes its place after it was cut off, has come to its end. */
export const isOver = ({ state, retrying, retriedBy }: Omit<Run, 'progress' | 'fileName'>): boolean =>
  state !== 'running' && !retrying && retriedBy === null

type RunningImportProps = {
  run: Run
  /** The server does not answer: it may be starting again. */
  isUnheard: boolean
}

/** How far an import is, or that it is tried again: never a bar that stands still. */
export function RunningImport({ run, isUnheard }: RunningImportProps) {
  const { fileName, progress, attempt } = run
  const isWaiting = run.retrying || run.retriedBy !== null || isUnheard
  const where = isWaiting ? texts.imports.retrying : texts.imports.phase(progress.phase)
  const share = progress.bytesTotal === 0 ? 0 : (100 * progress.bytesDone) / progress.bytesTotal
  return (
    <>
      <Text role="status">
        {fileName}. {where} {attempt > 1 && !isWaiting ? texts.imports.attempt(attempt) : null}
      </Text>
      <Progress animated={isWaiting} value={isWaiting ? 100 : share} aria-label={texts.imports.progress} />
      <dl className={classes.stats}>
        <Stat label={texts.imports.rows} value={formatCount(progress.rows)} />
        <Stat label={texts.imports.rate} value={formatCount(isWaiting ? 0 : progress.rowsPerSecond)} />
        <Stat
          label={texts.imports.left}
          value={isWaiting || progress.secondsLeft === null ? '…' : formatDuration(progress.secondsLeft)}
        />
        <Stat
          label={texts.imports.read}
          value={`${formatBytes(progress.bytesDone)} / ${formatBytes(progress.bytesTotal)}`}
        />
      </dl>
    </>
  )
}
