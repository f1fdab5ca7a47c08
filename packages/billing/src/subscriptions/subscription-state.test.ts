import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isActiveSubscription, isPastDue } from '../subscription-status.ts'
import {
  hasEnded,
  mayFollow,
  nextState,
  reachableFrom,
  readStatus,
  type SubscriptionState,
  subscriptionEvents,
  subscriptionStatuses,
  transitions,
} from './subscription-state.ts'

const status = fc.constantFrom(...subscriptionStatuses)
const event = fc.constantFrom(...subscriptionEvents)
const state = fc.record({ status, cancelAtPeriodEnd: fc.boolean() })
const run = (from: SubscriptionState, events: readonly (typeof subscriptionEvents)[number][]) =>
  events.reduce(nextState, from)

describe('a subscription, whatever order its events come in,', () => {
  test('stays in the state it ended in', () => {
    fc.assert(
      fc.property(state, fc.array(event), fc.array(event), (from, before, after) => {
        const reached = run(from, before)
        if (hasEnded(reached.status)) expect(run(reached, after)).toEqual(reached)
      }),
    )
  })

  test('only reaches states that the table leads to', () => {
    fc.assert(
      fc.property(state, fc.array(event), (from, events) => {
        expect(mayFollow(from.status, run(from, events).status)).toBe(true)
      }),
    )
  })

  test('is the same for an event that comes twice in a row', () => {
    // A refusal only looks like an exception: pending fails, and what failed stays failed.
    fc.assert(
      fc.property(state, event, (from, each) => {
        expect(run(from, [each, each])).toEqual(run(from, [each]))
      }),
    )
  })

  test('ends with the period only when somebody cancelled and did not undo it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('cancel_requested', 'resumed', 'paid'), { minLength: 1 }),
        (events) => {
          const reached = run({ status: 'active', cancelAtPeriodEnd: false }, events)
          const lastWord = events.findLast((each) => each !== 'paid')
          const after = nextState(reached, 'period_ended')
          expect(after.status).toBe(lastWord === 'cancel_requested' ? 'canceled' : 'active')
        },
      ),
    )
  })

  test('is not cancelling any more once it ended', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const reached = run({ status: 'pending', cancelAtPeriodEnd: false }, events)
        if (hasEnded(reached.status)) expect(reached.cancelAtPeriodEnd).toBe(false)
      }),
    )
  })
})

test('a subscription counts as active until it has ended, and past due is not an end', () => {
  for (const each of subscriptionStatuses) {
    expect(isActiveSubscription(each)).toBe(!hasEnded(each))
    if (isPastDue(each)) expect(hasEnded(each)).toBe(false)
  }
})

test('both spellings of past due lead to the same states', () => {
  expect(transitions['past due']).toEqual(transitions.past_due)
  expect(readStatus('past due')).toBe('past due')
  expect(() => readStatus('cancelled')).toThrow('no status')
})

test('every status but the second spelling is reached from a new subscription', () => {
  const reached = new Set([...reachableFrom('pending'), ...reachableFrom('active')])
  expect([...subscriptionStatuses].filter((each) => !reached.has(each))).toEqual(['past due'])
})

test('the diagram in the docs has every move of the table and no other', () => {
  const docs = readFileSync(new URL('../../../../docs/subscriptions.md', import.meta.url), 'utf8')
  const drawn = [...docs.matchAll(/^ {4}(\w+) --> (\w+): (\w+)$/gm)]
    .map(([, from, to, by]) => `${from} ${by} ${to}`)
    .toSorted()
  const table = Object.entries(transitions)
    .filter(([from]) => from !== 'past due')
    .flatMap(([from, moves]) => Object.entries(moves).map(([by, to]) => `${from} ${by} ${to}`))
  const byPeriodEnd = Object.keys(transitions)
    .filter((from) => from !== 'past due' && !hasEnded(readStatus(from)))
    .map((from) => `${from} period_ended canceled`)
  expect(drawn).toEqual([...table, ...byPeriodEnd].toSorted())
})
