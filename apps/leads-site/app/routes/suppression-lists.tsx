import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { Alert, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import {
  applySuppressionList,
  deleteSuppressionList,
  listSuppressionLists,
  renameSuppressionList,
  restoreSuppressionList,
} from '../api/suppression-lists.ts'
import { AddList } from '../suppression/add-list.tsx'
import { DeletedNote } from '../suppression/deleted-note.tsx'
import { ListCard } from '../suppression/list-card.tsx'
import suppressionClasses from '../suppression/suppression.module.css'
import { texts } from '../texts.ts'
import type { Route } from './+types/suppression-lists'
import classes from './search-home.module.css'

export const shouldRevalidate = readAgainWhereOutdated

const words = texts.suppression

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  const lists = await forPage(context, listSuppressionLists(api))
  return {
    lists,
    canChange: me.abilities['downloads.order'],
    canApply: (me.allowance?.active && me.allowance.searchSuppressions) ?? false,
  }
}

type Done = Answer & { deleted?: string }

/** Applies, renames, deletes or restores a list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text, all } = await readForm(request)
  const api = serverApi(context)
  const listId = text('listId')
  const works: Record<string, readonly [() => Promise<unknown>, string]> = {
    apply: [() => applySuppressionList(api, listId, all('profile')), words.appliedNow],
    rename: [() => renameSuppressionList(api, listId, text('name')), words.renamed],
    delete: [() => deleteSuppressionList(api, listId), words.deleted(text('name'))],
    restore: [() => restoreSuppressionList(api, listId), words.restored],
  }
  const [work, done] = works[intent] ?? [async () => undefined, '']
  const answer = await attempt({ intent, work, done })
  const isDeleted = intent === 'delete' && answer.data.ok
  return { ...answer, data: { ...answer.data, ...(isDeleted && { deleted: listId }) } as Done }
}

function NeedsPlan() {
  return (
    <Alert color="blue" role="note">
      {words.needsPlan}{' '}
      <Badge component={Link} to="/pricing" title={texts.downloads.upgradeHint}>
        {words.upgrade}
      </Badge>
    </Alert>
  )
}

export default function SuppressionListsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, canChange, canApply } = loaderData
  const answer = actionData as Done | undefined
  return (
    <div className={classes.page}>
      <PaneHead title={words.title} lead={words.lead} back={{ to: '/search', label: words.back }} />
      {canApply ? null : <NeedsPlan />}
      <HeldWhileActing>
        {canChange && canApply ? (
          <Pane title={words.add} lead={words.addLead}>
            <AddList />
          </Pane>
        ) : null}
        <Pane title={words.lists} wide>
          {answer?.deleted ? (
            <DeletedNote listId={answer.deleted} text={answer.text} />
          ) : (
            <AnswerNote answer={answer} />
          )}
          {lists.length === 0 ? <Text c="dimmed">{words.none}</Text> : null}
          <ul className={suppressionClasses.lists} hidden={lists.length === 0}>
            {lists.map((list) => (
              <ListCard key={list.id} list={list} canChange={canChange} canApply={canApply} />
            ))}
          </ul>
        </Pane>
      </HeldWhileActing>
    </div>
  )
}
