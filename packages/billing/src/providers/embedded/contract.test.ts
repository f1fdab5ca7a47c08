import { testDatabase } from '@freeor/testing/postgres'
import { putSitesInPlace } from '../../billed-sites.ts'
import { plainSites } from '../../testing.ts'
import type { ProviderSystem, SignedNotification } from '../testing/contract-system.ts'
import { describeBillingProvider } from '../testing/provider-contract.ts'
import { createToken } from './accounts/commands.ts'
import { deliverEvents } from './events/commands.ts'
import { runDue } from './renewals/commands.ts'
import { embeddedProvider } from './testing.ts'

const dayMs = 86_400_000
const cards = {
  good: 'tok_visa',
  declines: 'tok_insufficient_funds',
  declines_renewals: 'tok_declines_renewals',
}

async function open(): Promise<ProviderSystem> {
  putSitesInPlace(plainSites)
  const database = await testDatabase()
  const { provider, deps, clock } = embeddedProvider(database.db, '2026-01-31T10:00:00Z')
  return {
    provider,
    now: () => clock.now(),
    async passDays(days) {
      clock.advance(days * dayMs)
      await runDue(deps)
    },
    async token(card) {
      const address = { street: '12 St James Square', city: 'London', region: 'London' }
      const holder = {
        cardToken: cards[card],
        firstName: 'Ada',
        lastName: 'Lovelace',
        address: { ...address, postalCode: 'SW1Y 4JH', country: 'GB' },
      }
      return (await createToken(deps, holder))?.id ?? ''
    },
    async notifications() {
      const sent: SignedNotification[] = []
      await deliverEvents(deps, async (body, headers) => {
        sent.push({ body, headers })
      })
      return sent
    },
    close: () => database.close(),
  }
}

describeBillingProvider('embedded', open)
