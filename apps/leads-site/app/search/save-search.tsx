import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { DialogActions } from '@freeor/site-frame/frame/dialog-actions'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { Alert, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type SavedSearchInput, saveSearch } from '../api/saved-searches.ts'
import { DuplicatesHint } from '../duplicates/duplicates-hint.tsx'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { texts } from '../texts.ts'

export type SaveSearchProps = {
  search: Omit<SavedSearchInput, 'searchName'>
  /** Whether the search says where. */
  hasPlace: boolean
  onClose: () => void
  onSaved: (id: string, uid: string, name: string) => void
}

/** Names the search and keeps it. A search without a place cannot be kept. */
export function SaveSearch({ search, hasPlace, onClose, onSaved }: SaveSearchProps) {
  const [warning, setWarning] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { dictId, ...request } = search
  const duplicates = useDuplicates(dictId, request)
  const save = async (searchName: string) => {
    setBusy(true)
    try {
      const saved = await saveSearch(browserApi(), { ...search, searchName })
      onSaved(saved.id, saved.uid, saved.searchName)
    } catch (error) {
      setWarning(failureText(error, texts.saved.failed))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('searchName') ?? '').trim()
    if (name === '') return setWarning(texts.saved.needsName)
    if (!hasPlace) return setWarning(texts.saved.needsPlace)
    void save(name)
  }
  return (
    <FormDialog title={texts.saved.title} closeLabel={texts.downloads.close} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {warning ? (
          <Alert color="orange" role="alert" mb="md">
            {warning}
          </Alert>
        ) : null}
        <TextInput label={texts.saved.name} name="searchName" maxLength={120} data-autofocus mb="md" />
        <DuplicatesHint found={duplicates} of="savedSearches" />
        <DialogActions
          cancel={texts.saved.cancel}
          submit={texts.saved.save}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  )
}
