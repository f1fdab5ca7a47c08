import { type FakeSite, type FakeSubscription, notify, Refusal } from './recurly-state.ts'

/** Nothing is charged at the next `cycles` renewals; until the first of them it stays active. @throws Refusal */
export function pause(site: FakeSite, subscription: FakeSubscription, cycles: number): void {
  if (subscription.state !== 'active')
    throw new Refusal(422, 'validation', 'Only an active subscription can be paused')
  Object.assign(subscription, { pauseCycles: cycles, updatedAt: site.now })
  notify(site, 'subscription.scheduled_pause', subscription)
}

/** At a renewal: whether its period is paused. The first one after that is charged again. */
export function staysPaused(site: FakeSite, subscription: FakeSubscription): boolean {
  const wasPaused = subscription.state === 'paused'
  const cycles = subscription.pauseCycles ?? 0
  if (cycles > 0) {
    Object.assign(subscription, { state: 'paused', pauseCycles: cycles - 1 })
    if (!wasPaused) notify(site, 'subscription.paused', subscription)
    return true
  }
  if (wasPaused) {
    subscription.state = 'active'
    notify(site, 'subscription.resumed', subscription)
  }
  return false
}
