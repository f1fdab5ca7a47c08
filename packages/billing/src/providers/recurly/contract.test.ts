import type { ProviderSystem } from '../testing/contract-system.ts'
import { describeBillingProvider } from '../testing/provider-contract.ts'
import { openRecurlySystem } from '../testing/recurly-system.ts'

const dayMs = 86_400_000
const manners = {
  good: 'good',
  declines: 'insufficient_funds',
  declines_renewals: 'declines_renewals',
} as const

/** Every call passes through Prism: closing a system throws when one did not match Recurly's document. */
async function open(): Promise<ProviderSystem> {
  const recurly = await openRecurlySystem()
  let told = 0
  return {
    provider: recurly.provider,
    now: () => recurly.site.now,
    passDays: async (days) => recurly.advance(days * dayMs),
    token: (card) => recurly.token(manners[card]),
    notifications: async () => {
      const fresh = recurly.site.notifications.slice(told)
      told += fresh.length
      return fresh.map((notification) => recurly.deliver(notification))
    },
    close: () => recurly.close(),
  }
}

describeBillingProvider('recurly', open)
