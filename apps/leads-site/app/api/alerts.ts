import { type ApiClient, readProblem, unwrap } from '@freeor/api-client/client'

export type Rhythm = 'import' | 'daily' | 'weekly'

export async function listAlerts(api: ApiClient) {
  return unwrap(await api.GET('/api/alerts')).alerts
}
export type Alert = Awaited<ReturnType<typeof listAlerts>>[number]

/** Tells the person what is new in a saved search, or does so no more. */
export async function setAlert(api: ApiClient, searchId: string, rhythm: Rhythm | ''): Promise<void> {
  const params = { path: { searchId } }
  if (rhythm !== '') {
    unwrap(await api.PUT('/api/saved-searches/{searchId}/alert', { params, body: { rhythm } }))
    return
  }
  const { response } = await api.DELETE('/api/saved-searches/{searchId}/alert', { params })
  if (!response.ok) throw await readProblem(response)
}

/** What the link of a mail can end. It changes nothing. */
export async function openAlertStop(api: ApiClient, token: string): Promise<Alert[]> {
  return unwrap(await api.POST('/api/alert-stops/open', { body: { token } })).alerts
}

/** Ends one alert, or all without `searchId`. */
export async function stopAlerts(api: ApiClient, token: string, searchId?: string): Promise<Alert[]> {
  const body = { token, ...(searchId && { searchId }) }
  return unwrap(await api.POST('/api/alert-stops', { body })).alerts
}
