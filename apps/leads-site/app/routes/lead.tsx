import { type ApiClient, ApiProblem } from '@freeor/api-client/client'
import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import type { LeadNote } from '@freeor/leads/lead-notes/schema'
import { leadStatuses } from '@freeor/leads/query/lead-statuses'
import type { EmptyRequest } from '@freeor/leads/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatDate } from '@freeor/ui/format'
import { Alert } from '@mantine/core'
import { noteInstead, readLead, setLeadNote } from '../api/leads.ts'
import { LeadHistory } from '../lead/lead-history.tsx'
import { LeadMatch } from '../lead/lead-match.tsx'
import { leadName } from '../lead/lead-name.ts'
import { LeadNoteForm, type NoteAnswer } from '../lead/lead-note-form.tsx'
import { LeadPlace } from '../lead/lead-place.tsx'
import { LeadValues } from '../lead/lead-values.tsx'
import { SameBusiness } from '../lead/same-business.tsx'
import { queryOf, readSearch } from '../search/search-url.ts'
import { noteTexts } from '../texts/notes.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/lead'
import classes from './search-home.module.css'

const words = texts.lead

type LeadPage = {
  details: LeadDetails
  /** Whether the person may say something of leads. */
  mayWrite: boolean
  /** Whether the search in the address could not be read. */
  isUnreadable: boolean
  back: { to: string; label: string }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData as LeadPage | undefined
  return [{ title: texts.titleOf(page ? leadName(page.details) : words.title) }]
}

type Asked = { dictId: string; leadId: string; request: EmptyRequest }

/** A search that cannot be read, or reads a version that is gone, hides no lead: it is shown without it. */
async function readPage(api: ApiClient, asked: Asked): Promise<Omit<LeadPage, 'back' | 'mayWrite'>> {
  try {
    return { details: await readLead(api, asked), isUnreadable: false }
  } catch (error) {
    if (!(error instanceof ApiProblem) || !['invalid_query', 'gone'].includes(error.code)) throw error
    return { details: await readLead(api, { ...asked, request: {} }), isUnreadable: true }
  }
}

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<LeadPage> {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  const { searchParams } = new URL(request.url)
  const { dictId, leadId } = params
  const asked = { dictId, leadId, request: queryOf(readSearch(searchParams)) }
  const page = await forPage(context, readPage(api, asked))
  const search = searchParams.size === 0 ? '' : `?${searchParams}`
  const label = search === '' ? words.backToDataset : words.backToSearch
  const mayWrite = me.abilities['searches.save']
  return { ...page, mayWrite, back: { to: `/_search/${encodeURIComponent(dictId)}${search}`, label } }
}

/** Saves what the company says of the lead; where a colleague has changed it meanwhile, the answer has theirs. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const status = leadStatuses.find((one) => one === text('status')) ?? null
  const note = { status, note: text('note'), revision: Number(text('revision')) }
  const api = serverApi(context)
  let theirs: LeadNote | undefined
  const work = async () =>
    await setLeadNote(api, params, note).catch((error: unknown) => {
      theirs = noteInstead(error)
      throw error
    })
  const answer = await attempt({ intent, work, done: noteTexts.saved })
  return { ...answer, data: { ...answer.data, ...(theirs && { theirs }) } satisfies NoteAnswer }
}

function leadText({ isGone, version, firstSeen, lead, ownership }: LeadDetails): string {
  const parts = [
    isGone ? words.gone(version) : '',
    words.firstSeen(firstSeen),
    ownership ? words.owned(formatDate(ownership.boughtAt)) : lead.owned ? '' : words.notOwned,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

export default function LeadRoute({ loaderData, actionData, params: { dictId } }: Route.ComponentProps) {
  const { details, mayWrite, isUnreadable, back } = loaderData as LeadPage
  return (
    <div className={classes.page}>
      <PaneHead title={leadName(details)} lead={leadText(details)} back={back} />
      {isUnreadable ? (
        <Alert color="orange" role="alert">
          {words.unreadable}
        </Alert>
      ) : null}
      {details.match ? (
        <Pane title={words.why} lead={words.whyLead} wide>
          <LeadMatch match={details.match} details={details} />
        </Pane>
      ) : null}
      <Pane title={noteTexts.title} lead={noteTexts.lead} wide>
        <LeadNoteForm note={details.note} answer={actionData} mayWrite={mayWrite} />
      </Pane>
      <Pane title={words.values} wide>
        <LeadValues details={details} />
      </Pane>
      {details.sameBusiness.length > 0 ? (
        <Pane title={words.same} lead={words.sameLead} wide>
          <SameBusiness details={details} dictId={dictId} />
        </Pane>
      ) : null}
      <Pane title={words.where} wide>
        <LeadPlace lead={details.lead} name={leadName(details)} />
      </Pane>
      <Pane title={words.history} lead={words.historyLead} wide>
        <LeadHistory details={details} />
      </Pane>
    </div>
  )
}
