import { Anchor, Group } from '@mantine/core'
import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadAudit } from './audit.ts'
import { AuditTable } from './audit-table.tsx'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import { adminMeta } from './open-admin.ts'

export const meta = adminMeta('audit')

export const loader = loadAudit

/** Who did what, when, to whom; with a search, and as a file. */
export default function AuditPage({ loaderData: data }: PageProps<typeof loader>) {
  const texts = adminTexts
  const words = texts.audit
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.audit} lead={words.lead} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'action', label: words.actionPrefix, type: 'search' },
          { name: 'actor', label: words.actor, type: 'search' },
          { name: 'subject', label: words.subject, type: 'search' },
          { name: 'from', label: words.from, type: 'date' },
          { name: 'to', label: words.to, type: 'date' },
        ]}
      />
      <Group gap="md">
        <Anchor href={data.files.csv} download>
          {words.csv}
        </Anchor>
        <Anchor href={data.files.json} download>
          {words.json}
        </Anchor>
      </Group>
      <AuditTable texts={texts} entries={data.entries} empty={texts.none} />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
