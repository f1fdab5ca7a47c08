import { formatTime } from '@freeor/ui/format'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'
import type { MailData } from './mail.ts'

/** The outbox. */
export function MailPage({ site, data }: { site: Site; data: MailData }) {
  const { pages, mail: texts } = site.texts.operator
  return (
    <AdminFrame site={site}>
      <PaneHead title={pages.mail} lead={texts.lead} />
      <AdminTable
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
