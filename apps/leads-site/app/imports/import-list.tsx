import { formatCount, formatTime } from '@freeor/ui/format'
import { Text } from '@mantine/core'
import { Link } from 'react-router'
import { type ImportRun, rejectsFile } from '../api/imports.ts'
import { texts } from '../texts.ts'
import classes from './import-list.module.css'

type Shown = Pick<ImportRun, 'id' | 'dictId' | 'fileName' | 'state' | 'createdAt' | 'failure'> & {
  report: { rowsStored: number; rowsRejected: number } | null
}

/** The imports so far, newest first, with what was refused. */
export function ImportList({ imports }: { imports: readonly Shown[] }) {
  if (imports.length === 0) return <Text c="dimmed">{texts.admin.none}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} tabIndex={0} aria-label={texts.admin.importsTable}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.admin.when}</th>
            <th scope="col">{texts.admin.name}</th>
            <th scope="col">{texts.admin.dictId}</th>
            <th scope="col">{texts.admin.state}</th>
            <th scope="col">{texts.admin.stored}</th>
            <th scope="col">{texts.admin.rejected}</th>
          </tr>
        </thead>
        <tbody>
          {imports.map((run) => (
            <tr key={run.id}>
              <td>{formatTime(run.createdAt)}</td>
              <td>{run.fileName}</td>
              <td>
                <Link to={`/_search/${run.dictId}`}>{run.dictId}</Link>
              </td>
              <td>{run.failure ? `${run.state}: ${run.failure}` : run.state}</td>
              <td>{run.report ? formatCount(run.report.rowsStored) : ''}</td>
              <td>
                {run.report && run.report.rowsRejected > 0 ? (
                  <a href={rejectsFile(run.id)} download>
                    {formatCount(run.report.rowsRejected)}
                  </a>
                ) : (
                  (run.report?.rowsRejected ?? '')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
