import { afterEach, beforeEach, describe } from 'vitest'
import { accountRules } from './account-rules.ts'
import { changeRules } from './change-rules.ts'
import type { ProviderSystem } from './contract-system.ts'
import { endingRules, renewalRules } from './ending-rules.ts'
import { refusedSubscribeRules, subscribeRules } from './subscribe-rules.ts'
import { webhookRules } from './webhook-rules.ts'

/** What every provider must do. Run it on each. */
export function describeBillingProvider(name: string, open: () => Promise<ProviderSystem>): void {
  describe(`a billing provider: ${name}`, () => {
    let system: ProviderSystem
    beforeEach(async () => {
      system = await open()
    })
    afterEach(() => system.close())
    describe('accounts and cards', () => accountRules(() => system))
    describe('a new subscription', () => subscribeRules(() => system))
    describe('a subscription that is refused', () => refusedSubscribeRules(() => system))
    describe('a change', () => changeRules(() => system))
    describe('an ending', () => endingRules(() => system))
    describe('a renewal', () => renewalRules(() => system))
    describe('webhooks', () => webhookRules(() => system))
  })
}
