import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { DialogActions } from '@freeor/site-frame/frame/dialog-actions'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Alert, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type Rhythm, setAlert } from '../api/alerts.ts'
import {
  changeSavedSearch,
  type SavedSearchEdit,
  searchInstead,
  type WrittenOfSearch,
} from '../api/saved-searches.ts'
import { texts } from '../texts.ts'
import { changedFields } from './changed-fields.ts'

export type EditSearchProps = {
  search: SavedSearch
  /** How often the person is mailed what is new in it; empty for never. */
  rhythm: Rhythm | ''
  onClose: () => void
}

const words = texts.home

/** The name of a saved search, what is noted about it, and who sees it. It stays open until that is saved. */
export function EditSearch(props: EditSearchProps) {
  return (
    <FormDialog title={words.editTitle} closeLabel={texts.downloads.close} onClose={props.onClose}>
      <EditForm {...props} />
    </FormDialog>
  )
}

/** What the form began with, and what of it was shown to say something else since: that is written over knowingly. */
type Begun = EditSearchProps & { readonly seen: WrittenOfSearch }

const writtenOf = ({ searchName, notes, tags }: WrittenOfSearch): WrittenOfSearch => ({
  searchName,
  notes,
  tags,
})

/**
 * Saves the form, and takes the mails about what is new as they were chosen.
 * @returns why the mails were not changed, where the rest is saved
 */
async function save({ search, rhythm, seen }: Begun, form: FormData): Promise<string | undefined> {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const { visibleToCompany } = search
  const edit: SavedSearchEdit = {
    searchName: read('searchName'),
    notes: read('notes'),
    tags: read('tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    visibleToCompany: form.has('visibleToCompany'),
  }
  const changed = changedFields({ ...writtenOf(search), visibleToCompany }, edit)
  if (Object.keys(changed).length > 0)
    await changeSavedSearch(browserApi(), search.id, { ...changed, before: writtenOf(seen) })
  const chosen = read('rhythm') as Rhythm | ''
  if (chosen === rhythm) return
  try {
    await setAlert(browserApi(), search.id, chosen)
  } catch (error) {
    return `${words.mailsNotChanged} ${failureText(error)}`
  }
}

function EditForm(props: EditSearchProps) {
  const { search, rhythm, onClose } = props
  // The page may be read again meanwhile: what is compared is what the boxes began with.
  const [begun, setBegun] = useState<Begun>({ ...props, seen: props.search })
  const [mistake, setMistake] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const revalidator = useRevalidator()
  const saved = {
    ...{ searchName: search.searchName, notes: search.notes, tags: search.tags.join(', '), rhythm },
    visibleToCompany: search.visibleToCompany ? 'on' : '',
  }
  const { form, onInput } = useChanges(saved)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (String(typed.get('searchName') ?? '').trim() === '') return setMistake(texts.saved.needsName)
    setSaving(true)
    try {
      const refused = await save(begun, typed)
      await revalidator.revalidate()
      if (refused === undefined) return onClose()
      setFailure(refused)
    } catch (error) {
      const seen = searchInstead(error)
      if (seen) setBegun({ ...begun, seen })
      setFailure(failureText(error, words.notChanged))
    }
    setSaving(false)
  }
  return (
    <form ref={form} onInput={onInput} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {failure ? (
          <Alert color="orange" role="alert">
            {failure}
            <ChangedMeanwhile before={begun.search} now={begun.seen} />
          </Alert>
        ) : null}
        <TextInput
          label={texts.saved.name}
          name="searchName"
          maxLength={120}
          defaultValue={saved.searchName}
          error={mistake}
          data-autofocus
        />
        <Textarea
          label={words.notes}
          name="notes"
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={8}
          defaultValue={saved.notes}
        />
        <TextInput
          label={words.tags}
          description={words.tagsHint}
          name="tags"
          maxLength={800}
          defaultValue={saved.tags}
        />
        <RhythmField rhythm={rhythm} />
        <Checkbox
          label={words.visible}
          description={words.visibleHint}
          name="visibleToCompany"
          defaultChecked={search.visibleToCompany}
        />
      </Stack>
      <DialogActions
        cancel={texts.saved.cancel}
        submit={words.saveEdit}
        isBusy={isSaving}
        onCancel={onClose}
      />
    </form>
  )
}

/** What another window has made of the search since the form was opened. */
function ChangedMeanwhile({ before, now }: { before: WrittenOfSearch; now: WrittenOfSearch }) {
  const { searchName, notes, tags } = changedFields(writtenOf(before), now)
  const changes = [
    [texts.saved.name, searchName],
    [words.notes, notes],
    [words.tags, tags?.join(', ')],
  ] as const
  return changes.map(([label, text]) =>
    text === undefined ? null : (
      <Text key={label} size="sm" dir="auto">
        {words.nowIs(label, text)}
      </Text>
    ),
  )
}

function RhythmField({ rhythm }: Pick<EditSearchProps, 'rhythm'>) {
  return (
    <NativeSelect
      label={texts.alerts.label}
      description={texts.alerts.hint}
      name="rhythm"
      defaultValue={rhythm}
      data={[
        { value: '', label: texts.alerts.never },
        ...Object.entries(texts.alerts.rhythms).map(([value, label]) => ({ value, label })),
      ]}
    />
  )
}
