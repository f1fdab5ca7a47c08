import { unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { attempt } from '../frame/answer.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'

/** Only for users who lost access; others are sent to the home page. */
export async function loadLostAccess({ context }: PageRequest) {
  const site = siteOf(context)
  const me = await forPage(context, getMe(serverApi(context)))
  return me.access === 'lost' ? null : redirect(site.home)
}

/** Makes an account of their own. */
export async function submitLostAccess({ context }: PageRequest) {
  const site = siteOf(context)
  const api = serverApi(context)
  const converted = await attempt({
    intent: 'convert',
    work: async () => unwrap(await api.POST('/api/account/convert')),
    done: '',
    title: site.texts.people.lost.failed,
  })
  return converted.data.ok ? redirect(site.home) : converted
}
