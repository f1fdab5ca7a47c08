import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { isLostConnection } from '../errors/lost-connection.ts'
import { isPageProblem } from '../errors/page-problem.ts'
import { tellUnanswered, type Unanswered } from './unanswered.ts'

type Results = Record<string, DataStrategyResult>
type Address = { readonly pathname: string; readonly search: string }

/** What the router shows. */
export type Shown = {
  readonly location: Address
  readonly navigation: { readonly state: string; readonly formMethod?: string | undefined }
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly actionData: Readonly<Record<string, unknown>> | null
}

/** What a proxy says while no server is behind it, or a server that has too much to do. */
const unavailable = [502, 503, 504]

/** What React Router throws where something else answered than a page of ours, as the login page of a train's network. */
const unreadable = 'Unable to decode turbo-stream response'

/** The title of a problem that was answered in place of a page: a file that is too large, too many requests. */
function titleIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const { title } = JSON.parse(text) as { title?: unknown }
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined
  }
}

/** What an action threw: its error is wrapped, with the status that it has none of. */
function unwrapped(thrown: unknown): unknown {
  const wrapped = thrown as { type?: unknown; data?: unknown } | null
  return wrapped?.type === 'DataWithResponseInit' ? wrapped.data : thrown
}

/** Whether no page answered; with what was said instead, where that tells more. */
function unansweredBy(error: unknown): { said?: string } | undefined {
  if (isLostConnection(error)) return {}
  if (error instanceof Error && error.message === unreadable) return {}
  if (!isRouteErrorResponse(error)) return undefined
  const said = titleIn(error.data)
  if (said !== undefined) return { said }
  return unavailable.includes(error.status) ? {} : undefined
}

/** What became of a form or a page, by what was thrown. A form that needs a login can be sent again after one. */
function readThrown(thrown: unknown, isForm: boolean): Unanswered | undefined {
  const error = unwrapped(thrown)
  if (isForm && isRouteErrorResponse(error) && isPageProblem(error.data) && error.status === 401)
    return { what: 'session' }
  const why = unansweredBy(error)
  return why && { what: isForm ? 'form' : 'page', ...why }
}

/** What the form was answered before: a step of the page may be in it. That something else was done is not said again. */
function answerBefore({ actionData }: Shown, id: string): unknown {
  const before = actionData?.[id] as { ok?: unknown; isStep?: unknown } | undefined
  return before?.ok === true && before.isStep !== true ? undefined : before
}

const isAfterForm = ({ navigation: { formMethod = 'GET' } }: Shown): boolean =>
  formMethod.toUpperCase() !== 'GET'

/** Whether the page that is shown is read again: after a form, because something changed, or by a link to itself. */
const isReadAgain = (now: Shown, { pathname, search }: Address): boolean =>
  now.location.pathname === pathname && now.location.search === search

/**
 * Keeps the page, with everything that was typed into it, where a form that was sent from it or the reading of it again
 * was not answered, or whose sender was logged out meanwhile: the router would put the error screen in its place.
 * @param shown what the router shows now
 * @param tell what was not answered; nothing once something was
 */
export function keepPage(
  shown: () => Shown | undefined,
  tell: (unanswered: Unanswered | undefined) => void,
): MiddlewareFunction<Results> {
  return async ({ request }, next) => {
    const now = shown()
    const results = await next()
    if (!now) return results
    const address = new URL(request.url)
    const isForm = request.method !== 'GET'
    const isKept = isForm ? address.pathname === now.location.pathname : isReadAgain(now, address)
    let unanswered: Unanswered | undefined
    for (const [id, { type, result }] of Object.entries(results)) {
      const thrown = type === 'error' && isKept ? readThrown(result, isForm) : undefined
      if (!thrown || !(isForm || id in now.loaderData)) continue
      unanswered = thrown
      // With such a status the router reads nothing again.
      const before = isForm ? data(answerBefore(now, id), { status: 503 }) : now.loaderData[id]
      results[id] = { type: 'data', result: before }
    }
    // What follows a form ends no note, even where it read something: whether the form was answered was told before.
    const isRead = !isAfterForm(now) && Object.values(results).some(({ result }) => result !== undefined)
    if (unanswered || isForm || isRead) tell(unanswered)
    return results
  }
}

/** For the root of a site. */
export const keepsPage = keepPage(
  () => (globalThis as { __reactRouterDataRouter?: { state: Shown } }).__reactRouterDataRouter?.state,
  tellUnanswered,
)
