import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen, shut } from '../testing/adapters/recurly-server.ts'
import { openRecurly } from './provider.ts'

/** What stands in Recurly's place now and then: the page of a proxy, half an answer, nothing. */

let server: Server
let origin: string
let answer: { status: number; type: string; body: string }

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': answer.type })
    response.end(answer.body)
  })
  origin = await listen(server)
})
afterEach(async () => await shut(server))

const page = '<!doctype html><title>Not here</title>'
const strange = [
  { what: 'a page that says 404', status: 404, type: 'text/html', body: page },
  { what: 'a page that says 200', status: 200, type: 'text/html; charset=utf-8', body: page },
  { what: 'a page that says 422', status: 422, type: 'text/html', body: page },
  { what: 'a page that says 502', status: 502, type: 'text/html', body: page },
  { what: 'a page that says 429', status: 429, type: 'text/plain', body: 'Slow down' },
  { what: 'nothing', status: 200, type: 'application/json', body: '' },
  { what: 'an empty 404', status: 404, type: 'application/json', body: '' },
  { what: 'half an answer', status: 200, type: 'application/json', body: '{"object":"li' },
]

test.each(strange)('$what is no answer, whatever was asked: nothing is concluded from it', async (given) => {
  answer = given
  const keys = { apiKey: 'key', publicKey: 'public', webhookKey: 'webhook' }
  const provider = openRecurly(keys, { origin, readMs: 5000, writeMs: 5000 })
  const account = { accountCode: 'cus_one', planCode: 'freeor_pro', idempotencyKey: 'one' }
  const calls = [
    () => provider.createAccount({ code: 'cus_one', email: 'ada@example.com' }),
    () => provider.updateAccount('one', { tokenId: 'token' }),
    () => provider.removeCard('one'),
    () => provider.cardOf('one'),
    () => provider.createSubscription({ ...account, tokenId: 'token' }),
    () => provider.terminate('one'),
    () => provider.cancelAtPeriodEnd('one'),
    () => provider.getSubscription('one'),
    () => provider.listSubscriptions('cus_one'),
    () => provider.listInvoices('cus_one'),
    () => provider.accountOfInvoice('one'),
  ]
  for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ code: 'unavailable' })
})
