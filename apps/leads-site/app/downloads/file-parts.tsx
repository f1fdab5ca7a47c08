import type { Download } from '@freeor/leads/downloads/schema'
import { formatBytes, formatCount } from '@freeor/ui/format'
import { Text } from '@mantine/core'
import { fileTexts } from '../texts/files.ts'
import classes from './downloads.module.css'

/** Which files a ZIP holds, and what a preset filled in. */
export function FileParts({ download: { parts, filled } }: { download: Pick<Download, 'parts' | 'filled'> }) {
  return (
    <>
      {filled.map(({ column, rows }) => (
        <Text key={column} size="sm">
          {fileTexts.filled(column, rows)}
        </Text>
      ))}
      {parts ? (
        <details className={classes.parts}>
          <summary>{fileTexts.zipOf(parts.length)}</summary>
          <ol>
            {parts.map(({ fileName, rows, bytes }) => (
              <li key={fileName}>
                {fileName} <span>{fileTexts.part(formatCount(rows), formatBytes(bytes))}</span>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  )
}
