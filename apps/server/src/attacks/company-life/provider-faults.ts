import type { BillingProvider } from '@freeor/billing/providers/ports'
import { AppError } from '@freeor/kernel/errors'
import type { Random } from './random.ts'

/** How often a call of the provider is lost on its way there, and how often its answer is. */
export type FaultRate = { onTheWay: number; onTheWayBack: number }

const lost = () => new AppError('unavailable', 'The provider did not answer')

const localMethods = new Set<PropertyKey>(['browser', 'readWebhook'])

/** The provider behind a line that loses calls and answers. A call whose answer is lost has been carried out. */
export function unreliable(provider: BillingProvider, random: Random, rate: FaultRate): BillingProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function' || localMethods.has(name)) return member
      return async (...values: unknown[]): Promise<unknown> => {
        if (random.chance(rate.onTheWay)) throw lost()
        const answer: unknown = await member.apply(target, values)
        if (random.chance(rate.onTheWayBack)) throw lost()
        return answer
      }
    },
  })
}
