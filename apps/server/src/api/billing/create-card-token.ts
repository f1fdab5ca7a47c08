import { createToken } from '@freeor/billing/providers/embedded/tokens'
import { cardForm } from '@freeor/billing/schema'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { requireProvider } from './billing-call.ts'

export const createCardTokenOperation = operation({
  id: 'createCardToken',
  method: 'post',
  path: '/api/embedded/tokens',
  area: 'billing',
  summary: "The built-in provider's card form: a test card and its holder become a token for one use",
  access: 'user',
  right: 'billing.change',
  whileImpersonating: 'refused',
  body: cardForm,
  answer: z.object({ id: z.string() }),
  async handle({ deps, body }) {
    requireProvider(deps, 'embedded', { alsoFormer: false })
    const { card_token: cardToken, first_name: firstName, last_name: lastName } = body
    const { address1: street, city, state: region, postal_code: postalCode, country } = body
    const address = { street, city, region, postalCode, country }
    const token = await createToken(deps.embeddedBilling, { cardToken, firstName, lastName, address })
    if (!token) throw new AppError('invalid_request', 'Please use one of the test cards.')
    return token
  },
})
