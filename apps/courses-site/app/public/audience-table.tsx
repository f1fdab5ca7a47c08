import { VisuallyHidden } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './audience-table.module.css'
import type { Documents } from './site-documents.ts'

const { getInvolved: words } = texts

type AudienceTableProps = {
  opportunities: Documents<'opportunities'>
  audiences: Documents<'audiences'>
}

/** What each opportunity means for each audience. On a phone each opportunity is a list of its audiences. */
export function AudienceTable({ opportunities, audiences }: AudienceTableProps) {
  return (
    <section className={classes.section} aria-labelledby="compare">
      <h2 id="compare">{words.compare}</h2>
      <p className={classes.note}>{words.compareNote}</p>
      <table className={classes.table} aria-labelledby="compare">
        <thead>
          <tr>
            <th scope="col">{words.opportunity}</th>
            {audiences.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{words.time}</th>
          </tr>
        </thead>
        <tbody>
          {opportunities.map(({ id, name, data }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {audiences.map((audience) => {
                const meaning = data.audiences[audience.key ?? '']
                return (
                  <td key={audience.id} data-column={audience.name} data-empty={meaning ? undefined : true}>
                    {meaning ?? <VisuallyHidden>{words.notMeant}</VisuallyHidden>}
                  </td>
                )
              })}
              <td data-column={words.time}>{data.time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
