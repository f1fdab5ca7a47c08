import { expect, test } from 'vitest'
import { billingTexts } from './billing-texts.ts'
import { findBlank, groupDigits, readCardValues, tokenOfTestCard } from './card-rules.ts'

const { blank } = billingTexts.card
const cards = [{ number: '4111111111111111', tokenId: 'tok_visa', description: 'Always pays' }]
const filled = {
  first_name: 'Ada',
  last_name: 'Byron',
  address1: '1 Main St',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  number: '4111111111111111',
}

test('each blank field of the card form has the sentence of the specification, and a filled one has none', () => {
  expect(findBlank(filled, blank)).toEqual({})
  for (const [name, sentence] of Object.entries(blank))
    expect(findBlank({ ...filled, [name]: '  ' }, blank)).toEqual({ [name]: sentence })
})

test('what is typed around a value does not count', () => {
  const form = new FormData()
  form.set('first_name', '  Ada ')
  expect(readCardValues(form)).toMatchObject({ first_name: 'Ada', last_name: '', postal_code: '' })
})

test('a test card is known however its digits are grouped, and no other number is', () => {
  for (const typed of ['4111111111111111', '4111 1111 1111 1111', ' 4111-1111-1111-1111 '])
    expect(tokenOfTestCard(cards, typed), typed).toBe('tok_visa')
  for (const typed of ['', '4111', '4242424242424242', '41111111111111112', 'tok_visa'])
    expect(tokenOfTestCard(cards, typed), typed).toBeUndefined()
})

test('a number is shown in groups of four', () => {
  expect(groupDigits('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(groupDigits('378282246310005')).toBe('3782 8224 6310 005')
})
