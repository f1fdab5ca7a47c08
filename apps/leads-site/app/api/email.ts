import { type ApiClient, unwrap } from '@freeor/api-client/client'

export type Message = {
  to: string
  cc: string
  bcc: string
  from: { email: string; name: string }
  subject: string
  text: string
  html: string
  savedSearch?: string
}

export const previewEmail = async (api: ApiClient, body: Message) =>
  unwrap(await api.POST('/api/email/preview', { body }))
export type EmailPreview = Awaited<ReturnType<typeof previewEmail>>

/** Sent twice under the same key it is one message. */
export const sendEmail = async (api: ApiClient, body: Message, key: string) =>
  unwrap(await api.POST('/api/email', { body, headers: { 'idempotency-key': key } }))

export const listEmails = async (api: ApiClient) => unwrap(await api.GET('/api/email')).emails

export const getEmail = async (api: ApiClient, emailId: string) =>
  unwrap(await api.GET('/api/email/{emailId}', { params: { path: { emailId } } }))
export type SentEmail = Awaited<ReturnType<typeof getEmail>>

/** What sharing earns now. */
export const getIncentive = async (api: ApiClient) => unwrap(await api.GET('/api/promos')).incentive

export const retryEmail = async (api: ApiClient, emailId: string, email: string) =>
  unwrap(await api.POST('/api/email/{emailId}/retry', { params: { path: { emailId } }, body: { email } }))
