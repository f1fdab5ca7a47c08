import { type ApiClient, unwrap } from '@freeor/api-client/client'

export async function listMails(api: ApiClient) {
  return unwrap(await api.GET('/api/mail-outbox')).mails
}

export async function getMail(api: ApiClient, mailId: string) {
  return unwrap(await api.GET('/api/mail-outbox/{mailId}', { params: { path: { mailId } } }))
}
