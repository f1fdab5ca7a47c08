import { endAlert, openAlertStop, setAlert, stopAlerts } from '@freeor/leads/alerts/commands'
import { listAlerts } from '@freeor/leads/alerts/queries'
import {
  alertInput,
  alertList,
  alertStopInput,
  alertTokenInput,
  searchAlert,
} from '@freeor/leads/alerts/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from '../saved-searches/read-saved-search.ts'

export const listAlertsOperation = leadsOperation({
  id: 'listAlerts',
  method: 'get',
  path: '/api/alerts',
  area: 'saved searches',
  summary: 'The saved searches of which the person is told what is new, and how often',
  access: 'user',
  apiKeyScope: 'saved-searches',
  answer: alertList,
  handle: async ({ deps, user }) => ({ alerts: await listAlerts(deps.db, user()) }),
})

export const setAlertOperation = leadsOperation({
  id: 'setAlert',
  method: 'put',
  path: '/api/saved-searches/{searchId}/alert',
  area: 'saved searches',
  summary:
    'Mails the person from now on what comes into a saved search: after each import, or once a day or week. One mail tells of all of them',
  access: 'user',
  apiKeyScope: 'saved-searches',
  provenAddress: true,
  right: 'searches.save',
  params: savedSearchParams,
  body: alertInput,
  answer: searchAlert,
  handle: async ({ deps, company, params, body }) =>
    await setAlert(deps, await company(), { searchId: params.searchId, ...body }),
})

export const endAlertOperation = leadsOperation({
  id: 'endAlert',
  method: 'delete',
  path: '/api/saved-searches/{searchId}/alert',
  area: 'saved searches',
  summary: 'Ends the mails about one saved search',
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  params: savedSearchParams,
  status: 204,
  async handle({ deps, user, params }) {
    await endAlert(deps.db, user(), params.searchId)
    return new Response(null, { status: 204 })
  },
})

export const openAlertStopOperation = leadsOperation({
  id: 'openAlertStop',
  method: 'post',
  path: '/api/alert-stops/open',
  area: 'saved searches',
  summary: 'The alerts that the link in a mail can end; it changes nothing',
  access: 'public',
  whileImpersonating: 'read',
  body: alertTokenInput,
  answer: alertList,
  handle: async ({ deps: { db, auth }, body }) => ({
    alerts: await openAlertStop(db, auth.secret, body.token),
  }),
})

export const stopAlertsOperation = leadsOperation({
  id: 'stopAlerts',
  method: 'post',
  path: '/api/alert-stops',
  area: 'saved searches',
  summary: 'Ends one alert, or all, by the link in a mail and without signing in. Answers those that go on',
  access: 'public',
  body: alertStopInput,
  answer: alertList,
  handle: async ({ deps: { db, auth }, body }) => ({ alerts: await stopAlerts(db, auth.secret, body) }),
})
