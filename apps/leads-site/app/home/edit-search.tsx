import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Rhythm } from '../api/alerts.ts'
import { texts } from '../texts.ts'

/** What a person may change of a search, as the form sends it. */
export type SearchEdit = {
  searchName: string
  notes: string
  tags: string
  visibleToCompany: 'yes' | ''
  rhythm: string
}

export type EditSearchProps = {
  search: SavedSearch
  /** How often the person is mailed what is new in it; empty for never. */
  rhythm: Rhythm | ''
  onClose: () => void
  onEdit: (edit: SearchEdit) => void
}

/** The name of a saved search, what is noted about it, and who sees it. */
export function EditSearch({ search, rhythm, onClose, onEdit }: EditSearchProps) {
  const [mistake, setMistake] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => String(form.get(name) ?? '').trim()
    const searchName = read('searchName')
    if (searchName === '') return setMistake(texts.saved.needsName)
    const visibleToCompany = form.has('visibleToCompany') ? 'yes' : ''
    onEdit({ searchName, notes: read('notes'), tags: read('tags'), visibleToCompany, rhythm: read('rhythm') })
  }
  const words = texts.home
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.editTitle}
      closeButtonProps={{ 'aria-label': texts.downloads.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.saved.name}
            name="searchName"
            maxLength={120}
            defaultValue={search.searchName}
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
            defaultValue={search.notes}
          />
          <TextInput
            label={words.tags}
            description={words.tagsHint}
            name="tags"
            maxLength={800}
            defaultValue={search.tags.join(', ')}
          />
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
          <Checkbox
            label={words.visible}
            description={words.visibleHint}
            name="visibleToCompany"
            defaultChecked={search.visibleToCompany}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {texts.saved.cancel}
          </Button>
          <Button type="submit">{words.saveEdit}</Button>
        </Group>
      </form>
    </Modal>
  )
}
