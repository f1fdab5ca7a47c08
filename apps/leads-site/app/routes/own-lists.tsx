import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { Text } from '@mantine/core'
import { deleteOwnList, listOwnLists } from '../api/own-lists.ts'
import { AddOwnList } from '../own-lists/add-own-list.tsx'
import { OwnListCard } from '../own-lists/own-list-card.tsx'
import listClasses from '../own-lists/own-lists.module.css'
import { texts } from '../texts.ts'
import type { Route } from './+types/own-lists'
import classes from './search-home.module.css'

export const shouldRevalidate = readAgainWhereOutdated

const words = texts.ownLists

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  const mayBring = me.abilities['downloads.order']
  return { mayBring, lists: mayBring ? await forPage(context, listOwnLists(api)) : [] }
}

/** Deletes a list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const work = async () => {
    if (intent === 'delete') await deleteOwnList(serverApi(context), text('ownListId'))
  }
  return await attempt({ intent, work, done: words.deleted(text('name')) })
}

export default function OwnListsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { lists, mayBring } = loaderData
  return (
    <div className={classes.page}>
      <PaneHead title={words.title} lead={words.lead} back={{ to: '/search', label: words.back }} />
      {mayBring ? (
        <HeldWhileActing>
          <Pane title={words.add} lead={words.addLead}>
            <AddOwnList />
          </Pane>
          <Pane title={words.lists} wide>
            <AnswerNote answer={actionData} />
            {lists.length === 0 ? <Text c="dimmed">{words.none}</Text> : null}
            <ul className={listClasses.lists} hidden={lists.length === 0}>
              {lists.map((list) => (
                <OwnListCard key={list.id} list={list} />
              ))}
            </ul>
          </Pane>
        </HeldWhileActing>
      ) : (
        <Text role="note">{words.notAllowed}</Text>
      )}
    </div>
  )
}
