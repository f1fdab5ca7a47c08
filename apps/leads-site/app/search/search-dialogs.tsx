import { hasGeography } from '@freeor/leads/query/chosen-geography'
import { splitQuery } from '@freeor/leads/query/split-query'
import { lazyPart } from '@freeor/ui/lazy-part'
import { Suspense } from 'react'
import { SaveSearch } from './save-search.tsx'
import type { SearchModel } from './use-search-model.ts'

const DownloadDialog = lazyPart(async () => (await import('../downloads/download-dialog.tsx')).DownloadDialog)

export type Dialog = 'save' | 'download' | null

export type SearchDialogsProps = {
  model: SearchModel
  open: Dialog
  onClose: () => void
  onSaved: (name: string) => void
  /** Called when a file is being made: the credits have changed. */
  onStarted: () => void
}

/** Saving the search, and downloading what it found. */
export function SearchDialogs({ model, open, onClose, onSaved, onStarted }: SearchDialogsProps) {
  const { page, query, state, columns, change } = model
  const { dictionary, opened } = page
  if (open === 'save') {
    return (
      <SaveSearch
        search={{ dictId: dictionary.dictId, ...splitQuery(query ?? null), q: '' }}
        hasPlace={hasGeography(query ?? null)}
        onClose={onClose}
        onSaved={(id, uid, name) => {
          onClose()
          onSaved(name)
          change({ savedSearch: id, uid }, { replace: true })
        }}
      />
    )
  }
  if (open === null) return null
  return (
    <Suspense>
      <DownloadDialog
        dictionary={dictionary}
        state={state}
        columns={columns.map((column) => column.key)}
        searchName={opened?.searchName ?? dictionary.name}
        onClose={onClose}
        onStarted={onStarted}
      />
    </Suspense>
  )
}
