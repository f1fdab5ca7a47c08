import { type ApiClient, readProblem, unwrap } from '@freeor/api-client/client'

export async function listWebhooks(api: ApiClient) {
  return unwrap(await api.GET('/api/webhook-endpoints'))
}
export type Webhook = Awaited<ReturnType<typeof listWebhooks>>['endpoints'][number]
export type WebhookEvent = Awaited<ReturnType<typeof listWebhooks>>['events'][number]

const named = (endpointId: string) => ({ params: { path: { endpointId } } })

/** Adds a webhook. Its secret is answered once. */
export async function addWebhook(
  api: ApiClient,
  body: { url: string; events: WebhookEvent[] },
): Promise<string> {
  return unwrap(await api.POST('/api/webhook-endpoints', { body })).secret
}

export async function turnWebhookSecret(api: ApiClient, endpointId: string): Promise<string> {
  return unwrap(await api.POST('/api/webhook-endpoints/{endpointId}/secret', named(endpointId))).secret
}

export async function setWebhookActive(api: ApiClient, endpointId: string, active: boolean): Promise<void> {
  const change = { ...named(endpointId), body: { active } }
  unwrap(await api.PATCH('/api/webhook-endpoints/{endpointId}', change))
}

export async function deleteWebhook(api: ApiClient, endpointId: string): Promise<void> {
  const { response } = await api.DELETE('/api/webhook-endpoints/{endpointId}', named(endpointId))
  if (!response.ok) throw await readProblem(response)
}

export async function testWebhook(api: ApiClient, endpointId: string): Promise<void> {
  unwrap(await api.POST('/api/webhook-endpoints/{endpointId}/test', named(endpointId)))
}

export async function listWebhookDeliveries(api: ApiClient, endpointId: string) {
  return unwrap(await api.GET('/api/webhook-endpoints/{endpointId}/deliveries', named(endpointId))).deliveries
}
export type WebhookDelivery = Awaited<ReturnType<typeof listWebhookDeliveries>>[number]

export async function replayDelivery(api: ApiClient, endpointId: string, deliveryId: string): Promise<void> {
  const params = { path: { endpointId, deliveryId } }
  const path = '/api/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay'
  const { response } = await api.POST(path, { params })
  if (!response.ok) throw await readProblem(response)
}
