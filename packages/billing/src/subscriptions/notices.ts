import type { BillingNotice } from './ports.ts'
import type { SubscriptionStatus } from './subscription-state.ts'

/** What an owner is told about. */
export type Situation = {
  readonly subscriptionId: string | null
  readonly status: SubscriptionStatus
  readonly cancelAtPeriodEnd: boolean
  readonly failedAttempts: number
  readonly planName: string
  readonly periodEnd: Date | null
}

type Words = Pick<BillingNotice, 'subject' | 'heading' | 'paragraphs' | 'action'>

const day = (at: Date | null): string =>
  at === null
    ? 'the end of the period'
    : at.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

const unableToBill =
  "We've been unable to bill your card on file. Please update your card below to avoid your subscription being canceled for non-payment."

/** To the new owner of a company whose former owner's card was taken off file. */
export function noticeOfRemovedCard({
  planName,
  nextPaymentAt,
}: {
  readonly planName: string
  /** Null when no payment follows. */
  readonly nextPaymentAt: Date | null
}): Words {
  const next =
    nextPaymentAt === null
      ? `Your subscription to ${planName} ends with its period, so nothing more is charged.`
      : `The next payment for ${planName} is due on ${day(nextPaymentAt)}. Please give a card before then, so that your subscription goes on.`
  return {
    subject: nextPaymentAt === null ? 'The card on file was removed' : 'Please give a card',
    heading: 'The card of the former owner was removed',
    paragraphs: [
      'You own this account now, and you do not pay with the card of whoever owned it before.',
      next,
    ],
    action: nextPaymentAt === null ? 'Billing settings' : 'Give a card',
  }
}

/** To the owner of a subscription at a provider that is not used any more. */
export function noticeOfLeftProvider({
  planName,
  periodEnd,
}: {
  readonly planName: string
  readonly periodEnd: Date | null
}): Words {
  return {
    subject: 'Please subscribe again when your period ends',
    heading: 'We take payments through another service now',
    paragraphs: [
      `${planName} stays yours until ${day(periodEnd)}, and your card is not charged again. Your subscription ends then.`,
      'After that you can subscribe again with your card. If you would rather go on at once, end your subscription in the billing settings and subscribe again.',
    ],
    action: 'Billing settings',
  }
}

/** The mail about the change from one situation to the next; undefined when there is nothing to tell. Pure. */
export function noticeOf(before: Situation, after: Situation): Words | undefined {
  const { status, planName } = after
  if (status === 'expired' || status === 'incomplete_expired') {
    if (before.status === status) return undefined
    return {
      subject: 'Your subscription has ended',
      heading: 'Your subscription is no longer active',
      paragraphs: [`We could not bill your card for ${planName}, so the subscription has ended.`],
      action: 'Subscribe again',
    }
  }
  if (status === 'canceled') {
    if (before.status === status) return undefined
    return {
      subject: 'Your subscription was canceled',
      heading: 'Your subscription is no longer active',
      paragraphs: [`Your subscription to ${planName} has ended. You can come back at any time.`],
      action: 'Subscribe again',
    }
  }
  if (after.failedAttempts > before.failedAttempts || (isOverdue(status) && !isOverdue(before.status)))
    return {
      subject: 'Please update your card',
      heading: 'Your payment did not go through',
      paragraphs: [unableToBill],
      action: 'Update my card',
    }
  return noticeOfLife(before, after)
}

const isOverdue = (status: SubscriptionStatus) => ['past_due', 'past due', 'failed'].includes(status)

function noticeOfLife(before: Situation, after: Situation): Words | undefined {
  const { planName } = after
  const settings = { action: 'Billing settings' }
  if (after.subscriptionId !== null && after.subscriptionId !== before.subscriptionId)
    return {
      subject: `Your subscription to ${planName}`,
      heading: `Welcome to ${planName}`,
      paragraphs: [
        `Your subscription has begun. It renews each month; the next time is ${day(after.periodEnd)}.`,
      ],
      ...settings,
    }
  if (after.cancelAtPeriodEnd && !before.cancelAtPeriodEnd)
    return {
      subject: 'Your subscription will end',
      heading: 'Your subscription will end',
      paragraphs: [`${planName} stays yours until ${day(after.periodEnd)}. You can resume it until then.`],
      ...settings,
    }
  if (isOverdue(before.status) && after.status === 'active')
    return {
      subject: 'Your payment went through',
      heading: 'Thank you, your payment went through',
      paragraphs: [`Your subscription to ${planName} goes on.`],
      ...settings,
    }
  if (after.subscriptionId !== null && planName !== before.planName)
    return {
      subject: `Your plan is now ${planName}`,
      heading: `Your plan is now ${planName}`,
      paragraphs: [`You have changed from ${before.planName} to ${planName}.`],
      ...settings,
    }
  return undefined
}
