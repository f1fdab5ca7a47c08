import { expect, test } from 'vitest'
import { current, newPerson, paid, subscribe, type TestSystem, withCard } from './contract-system.ts'

export function accountRules(system: TestSystem): void {
  test('an account is made once for a code and found by its address in any case', async () => {
    const { provider } = system()
    const made = await provider.createAccount({ code: 'cus_one', email: 'Ada@Example.com' })
    expect(made).toMatchObject({ code: 'cus_one', email: 'ada@example.com' })
    expect(await provider.createAccount({ code: 'cus_one', email: 'ada@example.com' })).toEqual(made)
    expect(await provider.findAccounts('ADA@example.com')).toEqual([made])
    expect(await provider.findAccounts('nobody@example.com')).toEqual([])
  })

  test('two calls that make the same account at the same time get the same one', async () => {
    const { provider } = system()
    const input = { code: 'cus_one', email: 'ada@example.com' }
    const both = await Promise.all([provider.createAccount(input), provider.createAccount(input)])
    expect(both[0]).toEqual(both[1])
    expect(await provider.findAccounts('ada@example.com')).toHaveLength(1)
  })

  test('three accounts with one address are all found', async () => {
    const { provider } = system()
    for (const code of ['cus_one', 'cus_two', 'cus_three'])
      await provider.createAccount({ code, email: 'ada@example.com' })
    const found = await provider.findAccounts('ada@example.com')
    expect(found.map(({ code }) => code).sort()).toEqual(['cus_one', 'cus_three', 'cus_two'])
  })

  test('a changed address is stored, in lower case', async () => {
    const { provider, accountId } = await newPerson(system())
    const outcome = await provider.updateAccount(accountId, { email: 'New@Example.com' })
    expect(outcome).toMatchObject({ status: 'ok', account: { email: 'new@example.com' } })
    expect(await provider.findAccounts('cus_one@example.com')).toEqual([])
  })

  test('a token puts a card on file, and the number of the card is not known', async () => {
    const { provider, accountId } = await newPerson(system())
    expect(await provider.cardOf(accountId)).toBeUndefined()
    await provider.updateAccount(accountId, { tokenId: await system().token('good') })
    const card = await provider.cardOf(accountId)
    expect(card?.paymentMethod.lastFour).toMatch(/^\d{4}$/)
    expect(card?.paymentMethod.firstSix).toMatch(/^\d{6}$/)
    expect(JSON.stringify(card)).not.toMatch(/\d{13}/)
  })

  test('a card can be removed, twice with the same result, and another one can be added', async () => {
    const { provider, accountId } = await newPerson(system())
    await provider.updateAccount(accountId, { tokenId: await system().token('good') })
    for (const _ of ['first', 'again'])
      expect(await provider.removeCard(accountId)).toMatchObject({ status: 'ok', account: { id: accountId } })
    expect(await provider.cardOf(accountId)).toBeUndefined()
    expect(await provider.removeCard('nobody0000000')).toMatchObject({ status: 'invalid', code: 'not_found' })
    await provider.updateAccount(accountId, { tokenId: await system().token('good') })
    expect(await provider.cardOf(accountId)).toBeDefined()
  })

  test('a subscription that renews without a card is past due, and the next card pays it', async () => {
    const person = await withCard(system(), 'good')
    await subscribe(person)
    await person.provider.removeCard(person.accountId)
    await system().passDays(32)
    expect(await current(person)).toMatchObject({ status: 'past_due' })
    await person.provider.updateAccount(person.accountId, { tokenId: await system().token('good') })
    expect(await current(person)).toMatchObject({ status: 'active' })
    expect(await paid(person)).toEqual([5000, 5000])
  })

  test('an unknown token and an unknown account are invalid', async () => {
    const { provider, accountId } = await newPerson(system())
    for (const tokenId of ['never-made', '', 'x'.repeat(300), 'two\nlines', 'ключ'])
      expect(await provider.updateAccount(accountId, { tokenId })).toMatchObject({ code: 'bad_token' })
    const nobody = await provider.updateAccount('nobody0000000', { email: 'x@example.com' })
    expect(nobody).toMatchObject({ status: 'invalid', code: 'not_found' })
  })
}
