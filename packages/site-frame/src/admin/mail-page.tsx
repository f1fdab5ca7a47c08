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
            mail.lastError ? `${mail.state}: ${mail.lastError}` : mail.state,
          ],
        }))}
      />
    </AdminFrame>
  )
}
