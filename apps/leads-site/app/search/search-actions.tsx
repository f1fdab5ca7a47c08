import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { texts } from '../texts.ts'
import classes from './search.module.css'

export type SearchActionsProps = {
  /** What the person's role may do: a viewer may search and look. */
  may: { save: boolean; download: boolean }
  canSave: boolean
  canDownload: boolean
  onSave: () => void
  onDownload: () => void
}

/** The actions on a valid search, or why there are none. */
export function SearchActions({ may, canSave, canDownload, onSave, onDownload }: SearchActionsProps) {
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
        disabled={!canDownload || !may.download}
      >
        {texts.search.download}
      </Button>
    </div>
  )
}
