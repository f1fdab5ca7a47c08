import { ApiProblem } from '@freeor/api-client/client'
import type { OwnListMatch, OwnListRole } from '@freeor/leads/own-lists/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { Alert } from '@mantine/core'
import { listDictionaries } from '../api/dictionaries.ts'
import { changeOwnList, listOwnLists, matchOwnList } from '../api/own-lists.ts'
import { MatchResult } from '../own-lists/match-result.tsx'
import { aboutList } from '../own-lists/own-list-card.tsx'
import { RolesForm } from '../own-lists/roles-form.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/own-list'
import classes from './search-home.module.css'

const words = texts.ownLists

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireLogin(context, api)
  const [lists, dictionaries] = await forPage(
    context,
    Promise.all([listOwnLists(api), listDictionaries(api)]),
  )
  const list = lists.find(({ id }) => id === params.ownListId)
  if (!list) throw refuse(context, 'not_found', 404)
  return { list, dictionaries }
}

type Compared = { match?: OwnListMatch; failure?: string }

const isRole = (text: string): text is OwnListRole => text in words.role

/** Keeps what the columns hold, and compares the list with the chosen dataset. */
export async function action({ request, context, params }: Route.ActionArgs): Promise<Compared> {
  const form = await request.formData()
  const roles = form.getAll('role').map((value) => (isRole(String(value)) ? (value as OwnListRole) : null))
  if (roles.every((role) => role === null)) return { failure: words.noRole }
  const api = serverApi(context)
  try {
    await changeOwnList(api, params.ownListId, { roles })
    return { match: await matchOwnList(api, params.ownListId, String(form.get('dictId') ?? '')) }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { failure: error.message }
  }
}

export default function OwnListRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { list } = loaderData
  const dictionaries = loaderData.dictionaries as Dictionary[]
  const { match, failure } = actionData ?? {}
  const dictionary = dictionaries.find(({ dictId }) => dictId === match?.dictId)
  return (
    <div className={classes.page}>
      <PaneHead
        title={list.name}
        lead={aboutList(list)}
        back={{ to: '/search/lists', label: words.backToLists }}
      />
      <Pane title={words.columns} lead={words.columnsLead} wide>
        {failure === undefined ? null : (
          <Alert color="orange" role="alert" mb="md">
            {failure}
          </Alert>
        )}
        <HeldWhileActing>
          <RolesForm list={list} dictionaries={dictionaries} dictId={match?.dictId} />
        </HeldWhileActing>
      </Pane>
      {match && dictionary ? <MatchResult list={list} match={match} dictionary={dictionary} /> : null}
    </div>
  )
}
