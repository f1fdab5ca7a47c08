import type { Download, ListedDownload } from '@freeor/leads/downloads/schema'
import { formatBytes, formatCount, formatTime } from '@freeor/ui/format'
import { Button } from '@mantine/core'
import { downloadFile, downloadReceipt } from '../api/downloads.ts'
import { FileParts } from '../downloads/file-parts.tsx'
import { RunningFile } from '../downloads/running-file.tsx'
import { useDownload } from '../downloads/use-download.ts'
import { receiptTexts } from '../texts/receipts.ts'
import { reportTexts } from '../texts/reports.ts'
import { returnTexts } from '../texts/returns.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'

const quiet = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const

type EntryProps = {
  download: ListedDownload
  /** Of a colleague's file: the name of who ordered it. */
  by: string | undefined
  /** Whether the person may fetch files here. */
  canFetch: boolean
  /** The focus goes to it: it is the first of those that were asked for. */
  takesFocus: boolean
  onDone: () => void
  onShare: (() => void) | undefined
  onReport: (() => void) | undefined
  onReturn: (() => void) | undefined
}

type ActionsProps = Pick<EntryProps, 'canFetch' | 'onShare' | 'onReport' | 'onReturn'> & {
  download: Download
}

function Actions({ download, canFetch, onShare, onReport, onReturn }: ActionsProps) {
  const { id, searchName, withdrawnAt } = download
  return (
    <div className={classes.actions}>
      {onShare ? (
        <Button {...quiet} aria-label={texts.share.shareLabel(searchName)} onClick={onShare}>
          {texts.share.share}
        </Button>
      ) : null}
      {onReport ? (
        <Button {...quiet} aria-label={reportTexts.reportLabel(searchName)} onClick={onReport}>
          {reportTexts.report}
        </Button>
      ) : null}
      {onReturn && download.newLeads > 0 ? (
        <Button {...quiet} aria-label={returnTexts.openLabel(searchName)} onClick={onReturn}>
          {returnTexts.open}
        </Button>
      ) : null}
      <Button
        {...quiet}
        component="a"
        href={downloadReceipt(id)}
        download={`${id}.receipt.json`}
        aria-label={receiptTexts.receiptLabel(searchName)}
      >
        {receiptTexts.receipt}
      </Button>
      {withdrawnAt || !canFetch ? null : (
        <Button
          {...quiet}
          component="a"
          href={downloadFile(id)}
          download
          aria-label={`${texts.home.fetchAgain}: ${searchName}`}
        >
          {texts.home.fetchAgain}
        </Button>
      )}
    </div>
  )
}

/** Moves the focus to an element as it appears. */
const focusOnce = (element: HTMLElement | null) => element?.focus()

/** One file, and what can be done with it. */
export function DownloadEntry({ download: first, by, canFetch, takesFocus, onDone, ...actions }: EntryProps) {
  const { download, isUnheard } = useDownload(first, onDone)
  const { searchName, state, downloadCount, bytes, timestamp, withdrawnAt } = download
  const isRunning = state === 'reserved' || state === 'writing'
  return (
    <li tabIndex={-1} ref={takesFocus ? focusOnce : undefined}>
      <div className={classes.body}>
        <span className={classes.name}>{searchName}</span>
        <span className={classes.note}>
          {by === undefined ? '' : `${texts.home.byOwner(by)} · `}
          {texts.home.rowsOf(formatCount(downloadCount))}
          {bytes === null ? '' : ` · ${formatBytes(bytes)}`} · {formatTime(timestamp)}
        </span>
        <div className={classes.note}>
          <FileParts download={download} />
        </div>
        {isRunning ? <RunningFile download={download} isUnheard={isUnheard} /> : null}
        {state === 'failed' ? <span className={classes.note}>{texts.downloads.failed}</span> : null}
        {withdrawnAt ? <span className={classes.note}>{texts.downloads.withdrawn}</span> : null}
        {state === 'ready' ? <Actions download={download} canFetch={canFetch} {...actions} /> : null}
      </div>
    </li>
  )
}
