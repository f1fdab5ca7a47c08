import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'
import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import type { LeadNote, LeadNoteInput } from '@freeor/leads/lead-notes/schema'
import type { EmptyRequest } from '@freeor/leads/schema'

export type LeadCall = { dictId: string; leadId: string; request: EmptyRequest }

/** All that is known of a lead, and how a search finds it. @throws ApiProblem */
export async function readLead(api: ApiClient, { dictId, leadId, request }: LeadCall): Promise<LeadDetails> {
  const answer = await api.POST('/api/search/{dictId}/leads/{leadId}', {
    params: { path: { dictId, leadId } },
    body: request as Required<EmptyRequest>,
  })
  return unwrap(answer) as LeadDetails
}

/** Changes what the company says of a lead. @throws ApiProblem conflict where a colleague has changed it meanwhile */
export async function setLeadNote(
  api: ApiClient,
  { dictId, leadId }: Pick<LeadCall, 'dictId' | 'leadId'>,
  body: LeadNoteInput,
): Promise<LeadNote> {
  return unwrap(
    await api.PUT('/api/search/{dictId}/leads/{leadId}/note', { params: { path: { dictId, leadId } }, body }),
  )
}

/** What a colleague has said of the lead meanwhile, where a change was refused for that. */
export const noteInstead = (error: unknown): LeadNote | undefined =>
  error instanceof ApiProblem && error.code === 'conflict' && error.details.now
    ? (error.details.now as LeadNote)
    : undefined
