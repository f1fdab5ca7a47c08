import { formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadMail } from './mail.ts'
import { adminMeta } from './open-admin.ts'

export const meta = adminMeta('mail')

export const loader = loadMail

type Mail = Awaited<ReturnType<typeof loadMail>>['mails'][number]

/** A mail that was handed over may have come back since. */
function howFar({ state, lastError, returned }: Mail): string {
  const words = returned ? adminTexts.mail.returned[returned.kind] : state
  const reason = returned ? returned.reason : lastError
  return reason ? `${words}: ${reason}` : words
}

/** The outbox. */
export default function MailPage({ loaderData: data }: PageProps<typeof loader>) {
  const { pages, mail: texts } = adminTexts
  return (
    <AdminFrame>
      <PaneHead title={pages.mail} lead={texts.lead} />
      <Table
        label={pages.mail}
        columns={[texts.when, texts.to, texts.subject, texts.state]}
        empty={texts.none}
        rows={data.mails.map((mail) => ({
          key: mail.id,
          cells: [
            formatTime(mail.createdAt),
            mail.to,
            <Anchor key="open" component={Link} to={`/admin/mail/${mail.id}`}>
              {mail.subject}
            </Anchor>,
            howFar(mail),
          ],
        }))}
      />
    </AdminFrame>
  )
}
