import type { Download } from '@freeor/leads/downloads/schema'
import { formatBytes, formatCount, formatTime } from '@freeor/ui/format'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { downloadFile, downloadReceipt } from '../api/downloads.ts'
import { FileParts } from '../downloads/file-parts.tsx'
import { RunningFile } from '../downloads/running-file.tsx'
import { useDownload } from '../downloads/use-download.ts'
import { receiptTexts } from '../texts/receipts.ts'
import { reportTexts } from '../texts/reports.ts'
import { returnTexts } from '../texts/returns.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

const quiet = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const

type EntryProps = {
  download: Download
  onDone: () => void
  onShare: (() => void) | undefined
  onReport: () => void
  onReturn: (() => void) | undefined
}

function Entry({ download: first, onDone, onShare, onReport, onReturn }: EntryProps) {
  const { download, isUnheard } = useDownload(first, onDone)
  const { id, searchName, state, downloadCount, bytes, timestamp, withdrawnAt } = download
  const isRunning = state === 'reserved' || state === 'writing'
  return (
    <li>
      <div className={classes.body}>
        <span className={classes.name}>{searchName}</span>
        <span className={classes.note}>
          {texts.home.rowsOf(formatCount(downloadCount))}
          {bytes === null ? '' : ` · ${formatBytes(bytes)}`} · {formatTime(timestamp)}
        </span>
        <div className={classes.note}>
          <FileParts download={download} />
        </div>
        {isRunning ? <RunningFile download={download} isUnheard={isUnheard} /> : null}
        {state === 'failed' ? <span className={classes.note}>{texts.downloads.failed}</span> : null}
        {withdrawnAt ? <span className={classes.note}>{texts.downloads.withdrawn}</span> : null}
        {state === 'ready' ? (
          <div className={classes.actions}>
            {onShare ? (
              <Button {...quiet} aria-label={texts.share.shareLabel(searchName)} onClick={onShare}>
                {texts.share.share}
              </Button>
            ) : null}
            <Button {...quiet} aria-label={reportTexts.reportLabel(searchName)} onClick={onReport}>
              {reportTexts.report}
            </Button>
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
            {withdrawnAt ? null : (
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
        ) : null}
      </div>
    </li>
  )
}

export type DownloadListProps = {
  downloads: readonly Download[]
  onDone: () => void
  canShare: boolean
  /** Whether the person may order files, and so send leads back. */
  canOrder: boolean
  /** The company's rule for share links. */
  mostDays: number
}

/** My files: those being made with their progress, those made to be fetched again. */
export function DownloadList({ downloads, onDone, canShare, canOrder, mostDays }: DownloadListProps) {
  const [shared, setShared] = useState<Download>()
  const [reported, setReported] = useState<Download>()
  const [returned, setReturned] = useState<Download>()
  if (downloads.length === 0) return <Text c="dimmed">{texts.home.noDownloads}</Text>
  return (
    <>
      <ul className={classes.list}>
        {downloads.map((download) => (
          <Entry
            key={download.id}
            download={download}
            onDone={onDone}
            onReport={() => setReported(download)}
            onReturn={canOrder ? () => setReturned(download) : undefined}
            onShare={canShare ? () => setShared(download) : undefined}
          />
        ))}
      </ul>
      <a href="/verify-receipt.html" download className={classes.note}>
        {receiptTexts.check}
      </a>
      {reported ? (
        <ReportDialog
          kind="download"
          id={reported.id}
          name={reported.searchName}
          onClose={() => setReported(undefined)}
        />
      ) : null}
      {returned ? (
        <ReturnDialog
          id={returned.id}
          name={returned.searchName}
          onReturned={onDone}
          onClose={() => setReturned(undefined)}
        />
      ) : null}
      {shared ? (
        <ShareDialog
          kind="downloadSearch"
          id={shared.id}
          name={shared.searchName}
          mostDays={mostDays}
          onClose={() => setShared(undefined)}
        />
      ) : null}
    </>
  )
}
