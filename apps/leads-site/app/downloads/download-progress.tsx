import type { Download } from '@freeor/leads/downloads/schema'
import { formatBytes, formatCount } from '@freeor/ui/format'
import { Anchor, Button, Text } from '@mantine/core'
import { downloadFile, downloadReceipt } from '../api/downloads.ts'
import { receiptTexts } from '../texts/receipts.ts'
import { texts } from '../texts.ts'
import classes from './downloads.module.css'
import { FileParts } from './file-parts.tsx'
import { RunningFile } from './running-file.tsx'
import { useDownload } from './use-download.ts'

/** A download being made, then its file with the fingerprint. */
export function DownloadProgress({ download: first, onDone }: { download: Download; onDone: () => void }) {
  const { download, isUnheard } = useDownload(first, onDone)
  if (download.state === 'failed') {
    return (
      <Text role="alert">
        {texts.downloads.failed} {download.failure}
      </Text>
    )
  }
  if (download.state !== 'ready') {
    return (
      <div className={classes.progress}>
        <RunningFile download={download} isUnheard={isUnheard} />
        <Text size="sm" c="dimmed">
          {texts.downloads.keep}
        </Text>
      </div>
    )
  }
  return (
    <div className={classes.progress}>
      <Text role="status" fw={600}>
        {texts.downloads.ready} {texts.home.rowsOf(formatCount(download.downloadCount))}
        {download.bytes === null ? '' : `, ${formatBytes(download.bytes)}`}
      </Text>
      <FileParts download={download} />
      <Button component="a" href={downloadFile(download.id)} download>
        {texts.downloads.fetch}
      </Button>
      <Anchor href={downloadReceipt(download.id)} download={`${download.id}.receipt.json`} size="sm">
        {receiptTexts.receipt}
      </Anchor>
      {download.sha256 ? (
        <Text size="xs" c="dimmed" className={classes.sha}>
          {texts.downloads.sha}: <code>{download.sha256}</code>
        </Text>
      ) : null}
    </div>
  )
}
