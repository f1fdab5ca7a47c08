import { unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { givePasswordAgain, loadSecondFactor } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

/** The company with the members it could be handed to. `isSelf`: no super admin acts as the person. */
export async function loadCompany(args: PageRequest) {
  const { api, me } = await openPane(args, 'company')
  const [company, { companyUsers }, secondFactor] = await Promise.all([
    forPage(args.context, api.GET('/api/company').then(unwrap)),
    forPage(args.context, api.GET('/api/company/users').then(unwrap)),
    loadSecondFactor(args, { api }),
  ])
  const heirs = companyUsers.filter((user) => user.uid !== null && user.role !== 'owner')
  const owns = me.abilities['ownership.transfer']
  return { ...secondFactor, company, heirs, owns, isSelf: me.impersonatedBy === null }
}
export type CompanyData = Awaited<ReturnType<typeof loadCompany>>

/** Saves the profile, hands the company on, or leaves it. */
export async function submitCompany(args: PageRequest) {
  const { api, site } = await openPane(args, 'company')
  const { company } = settingsTexts
  const form = await readForm(args.request)
  const { intent, text } = form
  if (intent === 'profile') {
    const body = { name: text('name'), email: text('email') }
    const work = async () => unwrap(await api.PATCH('/api/company', { body }))
    return await attempt({ intent, work, done: company.saved })
  }
  if (intent === 'transfer') {
    const memberId = text('memberId')
    const work = async () => {
      await givePasswordAgain(api, form)
      expectDone(await api.POST('/api/company/owner', { body: { memberId } }))
    }
    return await attempt({ intent, work, done: company.handedOver(text(`name ${memberId}`)) })
  }
  if (intent === 'leave') {
    const left = await attempt({
      intent,
      work: async () => expectDone(await api.POST('/api/company/leave')),
      done: '',
    })
    return left.data.ok ? redirect(site.home) : left
  }
  return refusal(intent, site.texts.states.wrong, 400)
}
