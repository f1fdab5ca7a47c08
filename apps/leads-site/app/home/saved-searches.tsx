import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { UndoToast } from '@freeor/ui/undo-toast'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { Alert as SearchAlert } from '../api/alerts.ts'
import { reportTexts } from '../texts/reports.ts'
import { texts } from '../texts.ts'
import { EditSearch } from './edit-search.tsx'
import classes from './home.module.css'
import { ReportDialog } from './report-dialog.tsx'
import { SearchEntry } from './search-entry.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { useDeletion } from './use-deletion.ts'

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

type Asked = { what: 'edit' | 'share' | 'report' | 'delete'; search: SavedSearch }

export type SavedSearchesProps = {
  searches: readonly SavedSearch[]
  alerts: readonly SearchAlert[]
  mostDays: number
  canShare: boolean
  /** Whether the person may save, change and delete. */
  canSave: boolean
  /** Not while a super admin acts as the person. */
  canReport: boolean
}

/** My saved searches: open, edit, share, duplicate or delete one. */
export function SavedSearches({ searches, alerts, mostDays, ...may }: SavedSearchesProps) {
  const { canShare, canSave, canReport } = may
  const [asked, setAsked] = useState<Asked>()
  const fetcher = useFetcher<{ failure?: string } | null>()
  const navigate = useNavigate()
  const { undo, gone, failure, remove } = useDeletion()
  const ask = (what: Asked['what'], search: SavedSearch) => () => setAsked({ what, search })
  const about = (what: Asked['what']) => (asked?.what === what ? asked.search : undefined)
  const close = () => setAsked(undefined)
  const rhythmOf = ({ id }: SavedSearch) => alerts.find(({ searchId }) => searchId === id)?.rhythm
  const shown = searches.filter((search) => !gone.has(search.id))
  const [edited, shared, reported] = [about('edit'), about('share'), about('report')]
  const words = texts.home
  const problem = failure ?? fetcher.data?.failure
  return (
    <>
      {problem ? (
        <Alert role="alert" color="orange" mb="sm">
          {problem}
        </Alert>
      ) : null}
      {shown.length === 0 ? <Text c="dimmed">{canSave ? words.noSaved : words.noSavedLookOnly}</Text> : null}
      <ul className={classes.list} hidden={shown.length === 0}>
        {shown.map((search) => {
          const name = search.searchName
          const duplicate = () => void fetcher.submit({ duplicate: search.id }, { method: 'post' })
          return (
            <SearchEntry
              key={search.id}
              search={search}
              name={name}
              rhythm={rhythmOf(search)}
              actions={[
                ...(canShare
                  ? [
                      {
                        label: texts.share.share,
                        about: texts.share.shareLabel(name),
                        onClick: ask('share', search),
                      },
                      {
                        label: words.email,
                        about: words.emailLabel(name),
                        onClick: () => void navigate(`/share/email?savedSearch=${search.id}`),
                      },
                    ]
                  : []),
                ...(canSave
                  ? [
                      { label: words.edit, about: words.editLabel(name), onClick: ask('edit', search) },
                      { label: words.duplicate, about: words.duplicateLabel(name), onClick: duplicate },
                    ]
                  : []),
                ...(canReport
                  ? [
                      {
                        label: reportTexts.report,
                        about: reportTexts.reportLabel(name),
                        onClick: ask('report', search),
                      },
                    ]
                  : []),
                ...(canSave
                  ? [{ label: words.delete, about: words.deleteLabel(name), onClick: ask('delete', search) }]
                  : []),
              ]}
            />
          )
        })}
      </ul>
      {edited ? <EditSearch search={edited} rhythm={rhythmOf(edited) ?? ''} onClose={close} /> : null}
      {reported ? (
        <ReportDialog kind="search" id={reported.id} name={reported.searchName} onClose={close} />
      ) : null}
      {shared ? (
        <ShareDialog
          kind="savedSearch"
          id={shared.id}
          name={shared.searchName}
          mostDays={mostDays}
          onClose={close}
        />
      ) : null}
      <AskDelete
        search={about('delete')}
        onKeep={close}
        onDelete={() => {
          if (asked) remove(asked.search)
          close()
        }}
      />
      <UndoToast undo={undo} texts={texts.undo} />
    </>
  )
}
