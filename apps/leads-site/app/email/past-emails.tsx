import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import type { SentEmail } from '../api/email.ts'
import { emailTexts } from '../texts/email.ts'
import classes from './email.module.css'

const words = emailTexts

/** The messages one has sent, each with a link to its recipients. */
export function PastEmails({ emails }: { emails: readonly SentEmail[] }) {
  const { when, subject, to } = words.pastColumns
  return (
    <section aria-labelledby="past-emails" className={classes.section}>
      <Title order={2} size="h3" id="past-emails">
        {words.past}
      </Title>
      <Table
        label={words.past}
        columns={[when, subject, to]}
        empty={words.none}
        rows={emails.map((one) => ({
          key: one.id,
          cells: [
            formatTime(one.timestamp),
            <Link key="open" to={`/share/email/${one.id}`}>
              {one.subject}
            </Link>,
            <span key="to">{one.recipients.map(({ email }) => email).join(', ')}</span>,
          ],
        }))}
      />
    </section>
  )
}
