import type { ImportAccount } from '@freeor/courses/questions/import/schema'
import { formatCount } from '@freeor/ui/format'
import { questionTexts } from '../texts/questions.ts'
import classes from './questions.module.css'
import tables from './statistics.module.css'

const words = questionTexts.import
const fates = ['in', 'changed', 'ignored', 'refused'] as const

/** What becomes of a file: its sum, and the file itself coloured by it. */
export function FileAccount({ account }: { account: ImportAccount }) {
  const { sum, counts, files, questions } = account
  return (
    <section aria-labelledby="account">
      <h2 id="account">{words.account}</h2>
      <div className={tables.scroll}>
        <table className={tables.table}>
          <thead>
            <tr>
              <td />
              <th scope="col" data-number>
                {words.questions}
              </th>
              <th scope="col" data-number>
                {words.bytes}
              </th>
            </tr>
          </thead>
          <tbody>
            {fates.map((fate) => (
              <tr key={fate}>
                <th scope="row">
                  <span className={classes.span} data-fate={fate}>
                    {words.fates[fate]}
                  </span>
                </th>
                <td data-number>{fate === 'ignored' ? '' : formatCount(counts[fate])}</td>
                <td data-number>{formatCount(sum[fate])}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{words.sum}</th>
              <td data-number>{formatCount(counts.in + counts.changed + counts.refused)}</td>
              <td data-number>{formatCount(sum.in + sum.changed + sum.ignored + sum.refused)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p>{words.whole(formatCount(sum.bytes))}</p>
      {questions.length === 0 ? <p>{sum.bytes === 0 ? words.empty : words.nothing}</p> : null}
      {files.map((file) => (
        <FileSource key={file.name} file={file} />
      ))}
    </section>
  )
}

type File = ImportAccount['files'][number]

function FileSource({ file: { name, spans } }: { file: File }) {
  const told = spans.filter(
    // Of a file without lines, nothing else shows why it is ignored.
    ({ fate, line }) => fate === 'refused' || fate === 'changed' || (fate === 'ignored' && line === null),
  )
  const hidden = spans.filter(({ text }) => text === null).length
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      {told.length === 0 ? null : (
        <ul className={classes.list}>
          {told.map(({ from, fate, notes, line }) => (
            <li key={from}>
              <strong>
                {line === null ? words.fates[fate] : `${words.line(line)}: ${words.fates[fate]}`}
              </strong>{' '}
              {notes.join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
      <section className={classes.source} tabIndex={0} aria-label={`${words.source}: ${name}`}>
        {spans.map(({ from, fate, notes, text }) => (
          <mark
            key={from}
            className={classes.span}
            data-fate={fate}
            title={notes.join(' · ') || words.fates[fate]}
          >
            {text ?? '…'}
          </mark>
        ))}
      </section>
      {hidden > 0 ? <p className={classes.hint}>{words.notShown(hidden)}</p> : null}
    </section>
  )
}
