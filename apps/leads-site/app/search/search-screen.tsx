import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { UndoToast } from '@freeor/ui/undo-toast'
import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { texts } from '../texts.ts'
import { ChangesNote } from './changes-note.tsx'
import classes from './search.module.css'
import { type Dialog, SearchDialogs } from './search-dialogs.tsx'
import { SearchHead } from './search-head.tsx'
import { SearchNotices } from './search-notices.tsx'
import type { SearchPage } from './search-page.ts'
import { SearchStatus } from './search-status.tsx'
import { SearchViews } from './search-views.tsx'
import { useSearchChanges } from './use-search-changes.ts'
import { useSearchModel } from './use-search-model.ts'

/** The search screen: one query with several ways to edit it, one answer with several views. */
export function SearchScreen({ page }: { page: SearchPage }) {
  const model = useSearchModel(page)
  const { hash } = useLocation()
  const me = useSiteData()?.me
  const isActedAs = (me?.impersonatedBy ?? null) !== null
  const mayDownload = me?.abilities['downloads.order'] ?? false
  const canDownload = mayDownload && !isActedAs
  const may = { save: me?.abilities['searches.save'] ?? false, download: mayDownload }
  const [dialog, setDialog] = useState<Dialog>(null)
  const [seenHash, setSeenHash] = useState('')
  // The note of what changed asks for the download of it by the address.
  if (hash !== seenHash) {
    setSeenHash(hash)
    if (hash === '#download' && canDownload) setDialog('download')
  }
  const { opened } = page
  // A super admin opens anybody's search: what is new in it is for those whose search it is.
  const isForeign = me?.user?.superAdmin === true && opened?.uid !== me.user.id
  const changes = useSearchChanges(isForeign ? undefined : opened?.id)
  const [told, setTold] = useState('')
  const revalidator = useRevalidator()
  const readAgain = () => void revalidator.revalidate()
  return (
    <div className={classes.screen} data-pending={model.isPending || undefined}>
      <SearchHead
        model={model}
        may={may}
        isActedAs={isActedAs}
        onSave={() => setDialog('save')}
        onDownload={() => setDialog('download')}
      />
      <SearchStatus model={model} />
      <SearchNotices page={page} hasMistake={model.error !== undefined} onRetry={readAgain} />
      {told ? (
        <Alert color="accent" role="status" withCloseButton onClose={() => setTold('')} mx="md" my="xs">
          {told}
        </Alert>
      ) : null}
      {changes ? <ChangesNote changes={changes} state={model.state} canDownload={canDownload} /> : null}
      <SearchViews model={model} />
      <UndoToast undo={model.undo} texts={texts.undo} />
      <SearchDialogs
        model={model}
        open={dialog}
        onClose={() => setDialog(null)}
        onSaved={(name) => setTold(texts.saved.saved(name))}
        onStarted={readAgain}
      />
    </div>
  )
}
