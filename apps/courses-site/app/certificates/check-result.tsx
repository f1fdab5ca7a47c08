import { certificateTexts as texts } from '../texts/certificates.ts'
import classes from './check-result.module.css'
import type { Described } from './describe-check.ts'
import { Notice } from './notice.tsx'

/** What the check of a file found, and every field as it was signed. */
export function CheckResult({ found }: { found: Described }) {
  return (
    <div role="status">
      <Notice isGood={found.isGood} title={found.headline}>
        {found.notes.map((note) => (
          <p key={note} dir="auto">
            {note}
          </p>
        ))}
        {found.signed.length > 0 ? (
          <>
            <p className={classes.signed}>{texts.result.signed}</p>
            <dl className={classes.fields}>
              {found.signed.map(([field, value]) => (
                <div key={field}>
                  <dt dir="auto">{field}</dt>
                  <dd dir="auto">{value}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : null}
      </Notice>
    </div>
  )
}
