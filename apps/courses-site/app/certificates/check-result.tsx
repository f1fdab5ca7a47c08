import { Alert } from '@mantine/core'
import { certificateTexts as texts } from '../texts/certificates.ts'
import classes from './check-result.module.css'
import type { Described } from './describe-check.ts'

/** What the check of a file found, and every field as it was signed. */
export function CheckResult({ found }: { found: Described }) {
  return (
    <div role="status">
      <Alert color={found.isGood ? 'teal' : 'orange'} title={found.headline}>
        {found.notes.map((note) => (
          <p key={note} className={classes.note} dir="auto">
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
      </Alert>
    </div>
  )
}
