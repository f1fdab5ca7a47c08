import { afterEach, beforeEach, describe } from 'vitest'
import { accountRules } from './account-rules.ts'
import { changeRules } from './change-rules.ts'
import type { ProviderHouse } from './contract-house.ts'
import { endingRules, renewalRules } from './ending-rules.ts'
import { refusedSubscribeRules, subscribeRules } from './subscribe-rules.ts'
import { webhookRules } from './webhook-rules.ts'

/** What every provider must do. Run it on each. */
export function describeBillingProvider(name: string, open: () => Promise<ProviderHouse>): void {
  describe(`a billing provider: ${name}`, () => {
    let house: ProviderHouse
    beforeEach(async () => {
      house = await open()
    })
    afterEach(() => house.close())
    describe('accounts and cards', () => accountRules(() => house))
    describe('a new subscription', () => subscribeRules(() => house))
    describe('a subscription that is not to be', () => refusedSubscribeRules(() => house))
    describe('a change', () => changeRules(() => house))
    describe('an ending', () => endingRules(() => house))
    describe('a renewal', () => renewalRules(() => house))
    describe('webhooks', () => webhookRules(() => house))
  })
}
