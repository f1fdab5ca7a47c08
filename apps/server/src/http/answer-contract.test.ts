import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BrokenContract, holdToContract, requireContract } from './answer-contract.ts'
import { operation } from './operation.ts'

const card = z.object({ lastFour: z.string(), holder: z.object({ name: z.string() }).nullable() })

const readCards = operation({
  id: 'readCards',
  method: 'get',
  path: '/api/cards',
  area: 'billing',
  summary: 'For this test',
  access: 'user',
  answer: z.object({ cards: z.array(card), price: z.int().optional() }),
  handle: async () => ({ cards: [] }),
})

const fitting = {
  cards: [
    { lastFour: '1111', holder: { name: 'Ada' } },
    { lastFour: '4444', holder: null },
  ],
}
const withMore = {
  cards: [{ lastFour: '1111', holder: { name: 'Ada', token: 'tok_visa' }, usedAt: null }],
  rows: 1,
}

describe('the contract of an answer', () => {
  test('lets an answer that fits pass', () => {
    expect(holdToContract(readCards, fitting)).toEqual({ answer: fitting, misfit: undefined })
    expect(requireContract(readCards, { ...fitting, price: undefined })).toEqual(fitting)
  })

  test('leaves out keys that it does not know, at any depth', () => {
    const { answer } = holdToContract(readCards, withMore)
    expect(answer).toEqual({ cards: [{ lastFour: '1111', holder: { name: 'Ada' } }] })
  })

  test('leaves out unknown keys of a strict shape too, and reports them', () => {
    const strict = { ...readCards, answer: z.strictObject({ cards: z.array(z.strictObject(card.shape)) }) }
    const { answer, misfit } = holdToContract(strict, withMore)
    expect(answer).toEqual({ cards: [{ lastFour: '1111', holder: { name: 'Ada' } }] })
    expect(misfit?.where).toHaveLength(2)
  })

  test('names every key that it does not know where answers must fit', () => {
    expect(() => requireContract(readCards, withMore)).toThrow(
      'The answer of readCards does not fit its contract: ' +
        'cards.0.holder.token: is not in the contract; cards.0.usedAt: is not in the contract; rows: is not in the contract',
    )
  })

  test('reports where an answer has another shape, and none of its values', () => {
    const secret = 'tok_visa'
    const { answer, misfit } = holdToContract(readCards, { cards: [{ lastFour: 7, holder: secret }] })
    expect(answer).toEqual({ cards: [{ lastFour: 7, holder: secret }] })
    expect(misfit?.where.map((place) => place.split(':')[0])).toEqual(['cards.0.lastFour', 'cards.0.holder'])
    const broken = new BrokenContract(misfit ?? { operation: '', where: [] })
    expect(broken.message).not.toContain(secret)
    expect(() => requireContract(readCards, { cards: null })).toThrow(BrokenContract)
  })
})
