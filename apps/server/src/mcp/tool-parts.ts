import { ApiProblem } from '@freeor/api-client/client'
import { z } from 'zod'

export const dataset = z.string().min(1).max(100).describe('The id of a dataset, from list_datasets')
const filter = z.string().max(2048).default('').describe('Column filters, e.g. employees:50..500 title:Owner')
const geography = z.string().max(2048).default('').describe('Where, e.g. state:TX or within:25mi@77001')
export const search = { dataset, filter, geography }

/** It changes nothing, asked again it answers the same, and it reaches nothing outside of Freeor. */
export const looks = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const

export type Search = { dataset: string; filter: string; geography: string }
export const bodyOf = ({ filter: text, geography: where }: Search) => ({ filter: text, dslFilter: where })

/** An answer as programs read it, and the same as text for clients that show only that. */
const tell = (answer: Record<string, unknown>) => ({
  structuredContent: answer,
  content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
})

/** A refusal is an answer that the agent can act on: the sentence, the code, and what the API says beside it. */
export async function attempt(work: () => Promise<Record<string, unknown>>) {
  try {
    return tell(await work())
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { type: _type, title: _title, requestId: _requestId, ...problem } = error.details
    return { ...tell({ ...problem, detail: error.message }), isError: true }
  }
}
