import type { SavedSearch } from '@freeor/leads/schema'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { texts } from '../texts.ts'
import classes from './home.module.css'
import { RenameSearch } from './rename-search.tsx'

const addressOf = ({ id, uid, queryUrl }: SavedSearch) =>
  `/_search/${queryUrl.dictId}?${new URLSearchParams({ savedSearch: id, uid })}`

/** My saved searches: open one, name it anew, or delete it after a question. */
export function SavedSearches({ searches }: { searches: readonly SavedSearch[] }) {
  const [asked, setAsked] = useState<SavedSearch>()
  const [named, setNamed] = useState<SavedSearch>()
  const fetcher = useFetcher()
  const deleting = fetcher.formData?.get('delete')
  /** A name just given stands before the server has answered. */
  const nameOf = ({ id, searchName }: SavedSearch) =>
    fetcher.formData?.get('rename') === id ? String(fetcher.formData.get('searchName')) : searchName
  const shown = searches.filter((search) => search.id !== deleting)
  if (shown.length === 0) return <Text c="dimmed">{texts.home.noSaved}</Text>
  return (
    <>
      <ul className={classes.list}>
        {shown.map((search) => (
          <li key={search.id}>
            <div className={classes.body}>
              <Link to={addressOf(search)}>{nameOf(search)}</Link>
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
              onClick={() => setNamed(search)}
            >
              {texts.home.rename}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={texts.home.deleteLabel(search.searchName)}
              onClick={() => setAsked(search)}
            >
              {texts.home.delete}
            </Button>
          </li>
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
      <Modal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked?.searchName}
        closeButtonProps={{ 'aria-label': texts.downloads.close }}
      >
        <Text>{texts.home.deleteAsk}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsked(undefined)} data-autofocus>
            {texts.home.keep}
          </Button>
          <Button
            color="red"
            onClick={() => {
              if (asked) void fetcher.submit({ delete: asked.id }, { method: 'post' })
              setAsked(undefined)
            }}
          >
            {texts.home.delete}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
