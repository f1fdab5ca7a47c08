import { givePass } from '@freeor/accounts/human-check/commands'
import { humanCheckInput, humanPassAnswer } from '@freeor/accounts/human-check/schema'
import { operation } from '../../http/operation.ts'

export const verifyTrafficOperation = operation({
  id: 'verifyTraffic',
  method: 'post',
  path: '/api/v2/verify_traffic',
  area: 'human-check',
  summary: 'A pass for one subscribe, change or card update, for showing that one is human',
  access: 'user',
  body: humanCheckInput,
  answer: humanPassAnswer,
  async handle({ deps, user, clientAddress, body }) {
    const asked = { ...deps, now: deps.clock.now(), clientAddress }
    const { pass, expiresAt } = await givePass(asked, user(), body.response)
    return { verified: true as const, humanPass: pass, expiresAt: expiresAt.toISOString() }
  },
})
