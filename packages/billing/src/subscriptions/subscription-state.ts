/**
 * The states of a subscription and what moves it from one to another: `docs/subscriptions.md` draws this table.
 * Pure. `past due` and `past_due` are two spellings of one state; we write `past_due` and read both.
 */
export const subscriptionStatuses = [
  'active',
  'pending',
  'canceled',
  'incomplete_expired',
  'expired',
  'past due',
  'past_due',
  'failed',
] as const

export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionEvents = [
  /** A charge of the running period went through. */
  'paid',
  /** A charge was refused. */
  'payment_refused',
  /** The last retry was refused as well, or the first payment was given up. */
  'retries_ended',
  /** Somebody ended it at once. */
  'terminated',
  /** Somebody asked that the running period be the last one. */
  'cancel_requested',
  /** They undid that. */
  'resumed',
  /** The running period is over. */
  'period_ended',
  /** Somebody at the provider paused it: nothing is charged from its renewal on, until it goes on. */
  'paused',
] as const

export type SubscriptionEvent = (typeof subscriptionEvents)[number]

export type SubscriptionState = {
  readonly status: SubscriptionStatus
  /** The cancelling state is not a status: access stays until the period ends. */
  readonly cancelAtPeriodEnd: boolean
}

type Moves = Partial<Record<SubscriptionEvent, SubscriptionStatus>>

const pastDue: Moves = { paid: 'active', retries_ended: 'expired', terminated: 'canceled' }

/** Where each event leads; one that is not named changes nothing. The three ended states have no way out. */
export const transitions: Readonly<Record<SubscriptionStatus, Moves>> = {
  pending: {
    paid: 'active',
    payment_refused: 'failed',
    retries_ended: 'incomplete_expired',
    terminated: 'canceled',
  },
  active: { payment_refused: 'past_due', terminated: 'canceled', paused: 'pending' },
  past_due: pastDue,
  'past due': pastDue,
  failed: { paid: 'active', retries_ended: 'incomplete_expired', terminated: 'canceled' },
  canceled: {},
  expired: {},
  incomplete_expired: {},
}

/** Whether it ended: an ended subscription never becomes live again, and a company that comes back gets a new one. */
export function hasEnded(status: SubscriptionStatus): boolean {
  return Object.keys(transitions[status]).length === 0
}

/**
 * The state of a subscription after an event. One that comes late, twice or out of order changes nothing that it may
 * not change.
 */
export function nextState(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  const { status, cancelAtPeriodEnd } = state
  if (hasEnded(status)) return state
  if (event === 'cancel_requested') return { status, cancelAtPeriodEnd: true }
  if (event === 'resumed') return { status, cancelAtPeriodEnd: false }
  // The period's end ends only what was cancelled; otherwise the renewal's charge decides.
  if (event === 'period_ended') return cancelAtPeriodEnd ? ended('canceled') : state
  const next = transitions[status][event]
  if (next === undefined) return state
  return hasEnded(next) ? ended(next) : { status: next, cancelAtPeriodEnd }
}

const ended = (status: SubscriptionStatus): SubscriptionState => ({ status, cancelAtPeriodEnd: false })

/** Every status that events can lead to from this one, itself included. */
export function reachableFrom(status: SubscriptionStatus): ReadonlySet<SubscriptionStatus> {
  const found = new Set<SubscriptionStatus>([status])
  for (const each of found) {
    for (const next of Object.values(transitions[each])) found.add(next)
    if (!hasEnded(each)) found.add('canceled')
  }
  return found
}

/**
 * Whether a status that was read from the provider may follow the one we hold. Events may have been missed, so any
 * way through the table counts; only a way back out of an end is refused.
 */
export function mayFollow(held: SubscriptionStatus, read: SubscriptionStatus): boolean {
  return reachableFrom(held).has(read)
}

/** A word from an older record or a provider as a status. @throws Error for a word that is none. */
export function readStatus(word: string): SubscriptionStatus {
  const status = subscriptionStatuses.find((each) => each === word)
  if (!status) throw new Error(`"${word}" is no status of a subscription`)
  return status
}
