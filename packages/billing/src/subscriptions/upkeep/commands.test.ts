import { expect, test } from 'vitest'
import type { BillingProvider } from '../../providers/ports.ts'
import { subscribe, updateCard } from '../commands.ts'
import { getCustomer } from '../queries.ts'
import { dayMs, openBillingFixture, withProvider } from '../testing.ts'
import { listDue, reconcileBilling } from './commands.ts'

const { current } = openBillingFixture()

test('customers about whom the provider cannot be asked block no other, however long they wait', async () => {
  const { system, billing, database, asker } = current()
  const subscriber = async (who: typeof asker) => {
    await updateCard(billing, { asker: who, tokenId: 'tok_visa' })
    await subscribe(billing, { asker: who, planID: 'freeor_basic' })
    return (await getCustomer(database.db, who)).id
  }
  const broken = await subscriber(asker)
  const other = await subscriber(await system.company())
  await system.settle()
  const { provider } = system
  const failing: BillingProvider = {
    ...provider,
    async listInvoices(code) {
      if (code === broken) throw new Error('what nobody can read')
      return await provider.listInvoices(code)
    },
  }
  const checkedAt = async () => {
    const rows = await database.pool.query('SELECT id, sub_checked FROM customers WHERE id = ANY($1)', [
      [broken, other],
    ])
    return Object.fromEntries(rows.rows.map(({ id, sub_checked }) => [id, sub_checked]))
  }
  system.clock.advance(1.1 * dayMs)
  const before = await checkedAt()
  await reconcileBilling(withProvider(billing, failing))
  const after = await checkedAt()
  expect(system.logged).toContain('The provider could not be asked')
  expect([after[broken], after[other]]).toEqual([before[broken], system.clock.now()])
  system.clock.advance(1.1 * dayMs)
  // The provider was asked about the other one later, so that one is overdue for a shorter time.
  expect(await listDue(billing, 1)).toEqual([other])
  expect(await listDue(billing)).toEqual([other, broken])
  await reconcileBilling(billing)
  expect(await listDue(billing)).toEqual([])
})
