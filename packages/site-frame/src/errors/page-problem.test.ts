import { ApiProblem } from '@freeor/api-client/client'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type RequestContext, requestContext } from '../frame/request-context.ts'
import { forPage, subscriptionEnded } from './page-problem.ts'

const context = new RouterContextProvider()
context.set(requestContext, { requestId: 'req_1', supportEmail: 'help@example.com' } as RequestContext)

const pageOf = (problem: Record<string, unknown>) =>
  forPage(context, Promise.reject(new ApiProblem(402, problem))).catch((thrown: unknown) => thrown)

test('a page that needs a plan distinguishes one that has ended from none at all', async () => {
  const code = 'payment_required'
  const detail = 'Your subscription is no longer active'
  expect(await pageOf({ code, detail, subscription_status: 'canceled' })).toMatchObject({
    data: { code: subscriptionEnded, title: detail, requestId: 'req_1', supportEmail: 'help@example.com' },
    init: { status: 402 },
  })
  expect(await pageOf({ code, detail: 'There is no plan for this account yet' })).toMatchObject({
    data: { code, title: 'There is no plan for this account yet' },
  })
})
