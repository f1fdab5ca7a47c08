import type { Dictionary } from '@freeor/leads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Button, Popover } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { type ReactNode, useState } from 'react'
import { texts } from '../texts.ts'
import classes from './panels.module.css'

export type VersionMenuProps = {
  dictionary: Dictionary
  /** The version the search is run as of; the current one when null. */
  asOf: number | null
  onVersion: (asOf: number | null) => void
  /** Absent while the query cannot be read. */
  onSince: ((version: number) => void) | undefined
}

/** Chooses the version of the data to search, or in one step what is new since an older one. */
export function VersionMenu({ dictionary, asOf, onVersion, onSince }: VersionMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { version: current, versions } = dictionary
  // With only one version there is no older one to choose.
  if (versions.length < 2 && asOf === null) return null
  const shown = asOf ?? current
  const older = versions.filter(({ version }) => version < shown)
  const choose = (change: () => void) => {
    setOpen(false)
    change()
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.search.version(shown)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.search.versions}>
        <h2 className={classes.groupTitle}>{texts.search.versions}</h2>
        <ul className={classes.versions}>
          {versions.map(({ version, rows, importedAt }) => (
            <li key={version}>
              <Entry
                isCurrent={version === shown}
                onClick={() => choose(() => onVersion(version === current ? null : version))}
              >
                {texts.search.versionLine(version, formatDate(importedAt), formatCount(rows))}
                {version === current ? ` ${texts.search.currentVersion}` : ''}
              </Entry>
            </li>
          ))}
        </ul>
        {older.length > 0 && onSince ? (
          <>
            <h2 className={classes.groupTitle}>{texts.search.changes}</h2>
            <ul className={classes.versions}>
              {older.slice(0, 5).map(({ version, importedAt }) => (
                <li key={version}>
                  <Entry onClick={() => choose(() => onSince(version))}>
                    {texts.search.newSince(version, formatDate(importedAt))}
                  </Entry>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

type EntryProps = { isCurrent?: boolean; onClick: () => void; children: ReactNode }

function Entry({ isCurrent = false, onClick, children }: EntryProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      fullWidth
      justify="flex-start"
      aria-current={isCurrent || undefined}
      leftSection={<IconCheck size={16} aria-hidden opacity={isCurrent ? 1 : 0} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
