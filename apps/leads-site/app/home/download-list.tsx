import type { Download } from '@freeor/leads/schema'
import { formatBytes, formatCount, formatTime } from '@freeor/ui/format'
import { Text } from '@mantine/core'
import { downloadFile } from '../api/downloads.ts'
import { RunningFile } from '../downloads/running-file.tsx'
import { useDownload } from '../downloads/use-download.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'

function Entry({ download: first, onDone }: { download: Download; onDone: () => void }) {
  const { download, isUnheard } = useDownload(first, onDone)
  const { id, searchName, state, downloadCount, bytes, timestamp } = download
  const isRunning = state === 'reserved' || state === 'writing'
  return (
    <li>
      <div className={classes.body}>
        <span className={classes.name}>{searchName}</span>
        <span className={classes.note}>
          {texts.home.rowsOf(formatCount(downloadCount))}
          {bytes === null ? '' : ` · ${formatBytes(bytes)}`} · {formatTime(timestamp)}
        </span>
        {isRunning ? <RunningFile download={download} isUnheard={isUnheard} /> : null}
        {state === 'failed' ? <span className={classes.note}>{texts.downloads.failed}</span> : null}
      </div>
      {state === 'ready' ? (
        <a href={downloadFile(id)} download aria-label={`${texts.home.fetchAgain}: ${searchName}`}>
          {texts.home.fetchAgain}
        </a>
      ) : null}
    </li>
  )
}

/** My files: those being made with their progress, those made to be fetched again. */
export function DownloadList({ downloads, onDone }: { downloads: readonly Download[]; onDone: () => void }) {
  if (downloads.length === 0) return <Text c="dimmed">{texts.home.noDownloads}</Text>
  return (
    <ul className={classes.list}>
      {downloads.map((download) => (
        <Entry key={download.id} download={download} onDone={onDone} />
      ))}
    </ul>
  )
}
