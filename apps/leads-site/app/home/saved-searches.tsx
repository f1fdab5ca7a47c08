import type { SavedSearch } from '@freeor/leads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { UndoToast } from '@freeor/ui/undo-toast'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { addressOf } from '../search/saved-address.ts'
import { texts } from '../texts.ts'
import classes from './home.module.css'
import { RenameSearch } from './rename-search.tsx'
import { useDeletion } from './use-deletion.ts'

type EntryProps = { search: SavedSearch; name: string; onRename: () => void; onDelete: () => void }

function Entry({ search, name, onRename, onDelete }: EntryProps) {
  return (
    <li>
      <div className={classes.body}>
        <Link to={addressOf(search)}>{name}</Link>
        <code className={classes.query}>
          {[search.searchParams, search.geographyParams].filter(Boolean).join(' ')}
        </code>
        <span className={classes.note}>
          {texts.home.atSaving(formatCount(search.count))} ·{' '}
          {texts.home.savedOn(formatDate(search.timestamp))}
          {search.missingColumns.length > 0
            ? ` · ${texts.home.missing(search.missingColumns.join(', '))}`
            : ''}
        </span>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={texts.home.renameLabel(search.searchName)}
        onClick={onRename}
      >
        {texts.home.rename}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={texts.home.deleteLabel(search.searchName)}
        onClick={onDelete}
      >
        {texts.home.delete}
      </Button>
    </li>
  )
}

type AskDeleteProps = { search: SavedSearch | undefined; onKeep: () => void; onDelete: () => void }

function AskDelete({ search, onKeep, onDelete }: AskDeleteProps) {
  return (
    <Modal
      opened={search !== undefined}
      onClose={onKeep}
      title={search?.searchName}
      closeButtonProps={{ 'aria-label': texts.downloads.close }}
    >
      <Text>{texts.home.deleteAsk}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onKeep} data-autofocus>
          {texts.home.keep}
        </Button>
        <Button color="red" onClick={onDelete}>
          {texts.home.delete}
        </Button>
      </Group>
    </Modal>
  )
}

/** My saved searches: open, rename or delete one. */
export function SavedSearches({ searches }: { searches: readonly SavedSearch[] }) {
  const [asked, setAsked] = useState<SavedSearch>()
  const [named, setNamed] = useState<SavedSearch>()
  const fetcher = useFetcher()
  const { undo, gone, failure, remove } = useDeletion()
  /** A new name is shown before the server has answered. */
  const nameOf = ({ id, searchName }: SavedSearch) =>
    fetcher.formData?.get('rename') === id ? String(fetcher.formData.get('searchName')) : searchName
  const shown = searches.filter((search) => !gone.has(search.id))
  return (
    <>
      {failure ? (
        <Alert role="alert" color="orange" mb="sm">
          {failure}
        </Alert>
      ) : null}
      {shown.length === 0 ? <Text c="dimmed">{texts.home.noSaved}</Text> : null}
      <ul className={classes.list} hidden={shown.length === 0}>
        {shown.map((search) => (
          <Entry
            key={search.id}
            search={search}
            name={nameOf(search)}
            onRename={() => setNamed(search)}
            onDelete={() => setAsked(search)}
          />
        ))}
      </ul>
      {named ? (
        <RenameSearch
          search={named}
          onClose={() => setNamed(undefined)}
          onName={(searchName) => {
            void fetcher.submit({ rename: named.id, searchName }, { method: 'post' })
            setNamed(undefined)
          }}
        />
      ) : null}
      <AskDelete
        search={asked}
        onKeep={() => setAsked(undefined)}
        onDelete={() => {
          if (asked) remove(asked)
          setAsked(undefined)
        }}
      />
      <UndoToast undo={undo} texts={texts.undo} />
    </>
  )
}
