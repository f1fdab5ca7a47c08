import type { Dictionary } from '@freeor/leads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconHistory } from '@tabler/icons-react'
import { texts } from '../texts.ts'

export type VersionMenuProps = {
  dictionary: Dictionary
  /** The version the search is run as of; the current one when null. */
  asOf: number | null
  onVersion: (asOf: number | null) => void
  /** Absent while the query cannot be read. */
  onSince: ((version: number) => void) | undefined
}

/** Which version of the data is searched, and in one step what is new since an older one. */
export function VersionMenu({ dictionary, asOf, onVersion, onSince }: VersionMenuProps) {
  const { version: current, versions } = dictionary
  // With one version there is nothing to go back to.
  if (versions.length < 2 && asOf === null) return null
  const shown = asOf ?? current
  const older = versions.filter(({ version }) => version < shown)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconHistory size={16} aria-hidden />}>
          {texts.search.version(shown)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.search.versions}</Menu.Label>
        {versions.map(({ version, rows, importedAt }) => (
          <Menu.Item
            key={version}
            aria-current={version === shown || undefined}
            leftSection={<IconCheck size={16} aria-hidden opacity={version === shown ? 1 : 0} />}
            onClick={() => onVersion(version === current ? null : version)}
          >
            {texts.search.versionLine(version, formatDate(importedAt), formatCount(rows))}
            {version === current ? ` ${texts.search.currentVersion}` : ''}
          </Menu.Item>
        ))}
        {older.length > 0 && onSince ? (
          <>
            <Menu.Divider />
            <Menu.Label>{texts.search.changes}</Menu.Label>
            {older.slice(0, 5).map(({ version, importedAt }) => (
              <Menu.Item key={version} onClick={() => onSince(version)}>
                {texts.search.newSince(version, formatDate(importedAt))}
              </Menu.Item>
            ))}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
