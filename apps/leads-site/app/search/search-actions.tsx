import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useId } from 'react'
import { texts } from '../texts.ts'
import classes from './search.module.css'

export type SearchActionsProps = {
  /** What the person's role may do: a viewer may search and look. */
  may: { save: boolean; download: boolean }
  /** Whether a super admin acts as the person: nothing is ordered then. */
  isActedAs: boolean
  canSave: boolean
  canDownload: boolean
  onSave: () => void
  onDownload: () => void
}

/** The actions on a valid search, or why there are none. */
export function SearchActions({
  may,
  isActedAs,
  canSave,
  canDownload,
  onSave,
  onDownload,
}: SearchActionsProps) {
  const noteId = useId()
  const isHeld = isActedAs && may.download
  if (!may.save && !may.download) return <p className={classes.lookOnly}>{texts.search.lookOnly}</p>
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={onSave}
        disabled={!canSave || !may.save}
      >
        {texts.search.save}
      </Button>
      <Button
        size="sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={onDownload}
        disabled={!canDownload || !may.download || isHeld}
        aria-describedby={isHeld ? noteId : undefined}
      >
        {texts.search.download}
      </Button>
      {isHeld ? (
        <p id={noteId} className={classes.lookOnly}>
          {texts.search.actingNote}
        </p>
      ) : null}
    </div>
  )
}
