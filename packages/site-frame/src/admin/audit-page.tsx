import { Anchor, Group } from '@mantine/core'
import { PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { AdminFrame } from './admin-frame.tsx'
import type { AuditData } from './audit.ts'
import { AuditTable } from './audit-table.tsx'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'

/** Who did what, when, to whom; searched, and taken away as a file. */
export function AuditPage({ site, data }: { site: Site; data: AuditData }) {
  const texts = site.texts.operator
  const words = texts.audit
  return (
    <AdminFrame site={site}>
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
