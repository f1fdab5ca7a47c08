import { ApiProblem, sentenceOf } from '@freeor/api-client/client'
import { data } from 'react-router'

/** What a form's action has to say; `intent` names the form among those of its page. */
export type Answer = {
  intent: string
  ok: boolean
  text: string
  title?: string
  code?: string
  /** The next form is shown because of it, so it stays where that one is not answered. */
  isStep?: boolean
}

/** The form's intent and fields as texts; a field that was not sent is empty. */
export async function readForm(request: Request) {
  const form = await request.formData()
  return {
    intent: String(form.get('intent') ?? ''),
    text: (name: string): string => String(form.get(name) ?? '').trim(),
    /** As it was typed: a password may begin with a space. */
    secret: (name: string): string => String(form.get(name) ?? ''),
    all: (name: string): string[] => form.getAll(name).map(String),
  }
}
export type ReadForm = Awaited<ReturnType<typeof readForm>>

/** A refusal by the page itself. */
export const refusal = (intent: string, text: string, status = 422) =>
  data<Answer>({ intent, ok: false, text }, { status })

/** What was done, for the page to say. */
export const success = (intent: string, text: string) => data<Answer>({ intent, ok: true, text })

export type Attempt = {
  intent: string
  work: () => Promise<unknown>
  done: string
  /** The page's own sentence for the API's refusal; by default the API's. */
  failed?: (message: string) => string
  title?: string
  /** What was done leads to the next form of the page. */
  isStep?: boolean
}

/** Does it and says so, or says why the API refused; everything else is thrown. */
export async function attempt({ intent, work, done, failed = (message) => message, title, isStep }: Attempt) {
  try {
    await work()
    return data<Answer>({ intent, ok: true, text: done, ...(isStep ? { isStep } : {}) })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { code, status } = error
    const text = failed(sentenceOf(error.details) || error.message)
    const answer: Answer = { intent, ok: false, text, code, ...(title ? { title } : {}) }
    return data<Answer>(answer, { status })
  }
}

/**
 * For calls whose answer has no body.
 * @throws ApiProblem when the API refused
 */
export function expectDone(result: { error?: unknown; response: Response }): void {
  if (result.response.ok) return
  const { error } = result
  const problem = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  throw new ApiProblem(result.response.status, problem)
}
