import type { Download } from '@freeor/leads/downloads/schema'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { DownloadPage } from '../api/downloads.ts'
import { receiptTexts } from '../texts/receipts.ts'
import { texts } from '../texts.ts'
import { DownloadEntry } from './download-entry.tsx'
import classes from './home.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useOlderFiles } from './use-older-files.ts'

export type DownloadListProps = {
  first: DownloadPage
  whose: 'mine' | 'colleagues'
  onDone: () => void
  canShare: boolean
  /** Whether the person may order files, and so send leads back. */
  canOrder: boolean
  /** Whether a super admin acts as the person: files are not handed out then. */
  isActedAs: boolean
  /** The company's rule for share links. */
  mostDays: number
}

const words = texts.home

/** Files, newest first: those being made with their progress, those made to be fetched again. */
export function DownloadList({ first, whose, onDone, mostDays, ...may }: DownloadListProps) {
  const { canShare, canOrder, isActedAs } = may
  const { downloads, hasOlder, firstNew, isLoading, said, loadOlder } = useOlderFiles(first, whose)
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Asked['what'], download: Download) => () => setAsked({ what, download })
  if (downloads.length === 0)
    return <Text c="dimmed">{canOrder ? words.noDownloads : words.noDownloadsLookOnly}</Text>
  return (
    <>
      {canOrder && !isActedAs ? null : (
        <p className={classes.note}>{canOrder ? words.actingNote : words.lookOnly}</p>
      )}
      <ul className={classes.list}>
        {downloads.map((download) => (
          <DownloadEntry
            key={download.id}
            download={download}
            by={whose === 'mine' ? undefined : download.ordererName}
            canFetch={canOrder && !isActedAs}
            takesFocus={download.id === firstNew}
            onDone={onDone}
            onReport={isActedAs ? undefined : ask('report', download)}
            onReturn={canOrder && !isActedAs ? ask('return', download) : undefined}
            onShare={canShare && !isActedAs ? ask('share', download) : undefined}
          />
        ))}
      </ul>
      <p className={classes.note} role="status">
        {said}
      </p>
      {hasOlder ? (
        <Button variant="default" size="sm" mb="sm" loading={isLoading} onClick={loadOlder}>
          {whose === 'mine' ? words.olderFiles : words.olderCompanyFiles}
        </Button>
      ) : null}
      {whose === 'mine' ? (
        <a href="/verify-receipt.html" download className={classes.note}>
          {receiptTexts.check}
        </a>
      ) : null}
      {asked ? (
        <AskedDialog {...asked} mostDays={mostDays} onReturned={onDone} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  )
}

type Asked = { what: 'share' | 'report' | 'return'; download: Download }

type AskedDialogProps = Asked & { mostDays: number; onReturned: () => void; onClose: () => void }

function AskedDialog({
  what,
  download: { id, searchName },
  mostDays,
  onReturned,
  onClose,
}: AskedDialogProps) {
  const about = { id, name: searchName, onClose }
  if (what === 'report') return <ReportDialog kind="download" {...about} />
  if (what === 'return') return <ReturnDialog {...about} onReturned={onReturned} />
  return <ShareDialog kind="downloadSearch" {...about} mostDays={mostDays} />
}
