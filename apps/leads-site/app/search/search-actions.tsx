import { Button } from '@mantine/core'
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { texts } from '../texts.ts'
import classes from './search.module.css'

export type SearchActionsProps = {
  canSave: boolean
  canDownload: boolean
  onSave: () => void
  onDownload: () => void
}

/** The actions on a valid search. */
export function SearchActions({ canSave, canDownload, onSave, onDownload }: SearchActionsProps) {
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={onSave}
        disabled={!canSave}
      >
        {texts.search.save}
      </Button>
      <Button
        size="sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={onDownload}
        disabled={!canDownload}
      >
        {texts.search.download}
      </Button>
    </div>
  )
}
