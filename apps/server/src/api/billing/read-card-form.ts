import { cardFormAnswer } from '@freeor/billing/schema'
import { operation } from '../../http/operation.ts'

export const readCardFormOperation = operation({
  id: 'readCardForm',
  method: 'get',
  path: '/api/billing/card-form',
  area: 'billing',
  summary: 'What a page needs to take a card so that its number never reaches us',
  access: 'user',
  answer: cardFormAnswer,
  handle: async ({ deps }) => {
    const form = deps.billing.provider.browser()
    return form.provider === 'embedded' ? { ...form, testCards: [...form.testCards] } : form
  },
})
