import type { SavedSearch } from '@freeor/leads/schema'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { texts } from '../texts.ts'

export type RenameSearchProps = {
  search: SavedSearch
  onClose: () => void
  onName: (searchName: string) => void
}

/** Gives a saved search another name. */
export function RenameSearch({ search, onClose, onName }: RenameSearchProps) {
  const [mistake, setMistake] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('searchName') ?? '').trim()
    if (name === '') return setMistake(texts.saved.needsName)
    onName(name)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.home.renameTitle}
      closeButtonProps={{ 'aria-label': texts.downloads.close }}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label={texts.saved.name}
          name="searchName"
          maxLength={120}
          defaultValue={search.searchName}
          error={mistake}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {texts.saved.cancel}
          </Button>
          <Button type="submit">{texts.home.rename}</Button>
        </Group>
      </form>
    </Modal>
  )
}
