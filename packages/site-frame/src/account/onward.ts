import { nextPath } from '@freeor/ui/next-path'
import { subscribePath } from '../billing/subscribe-path.ts'
import type { Site } from '../site.ts'

/** Where an account that is made at the sign-up page goes on to, by that page's own query string. */
export function onward(site: Pick<Site, 'asksPlanAtSignup' | 'home'>, search: string): string {
  const params = new URLSearchParams(search)
  if (site.asksPlanAtSignup || params.has('plan')) return `${subscribePath}${search}`
  return nextPath(params.get('next'), site.home)
}

/** Where a visitor of the steps makes an account first; it leads back to them on every site. */
export function signupForSteps(site: Pick<Site, 'asksPlanAtSignup' | 'home'>, search: string): string {
  if (onward(site, search).startsWith(subscribePath)) return `/signup${search}`
  return `/signup?next=${encodeURIComponent(`${subscribePath}${search}`)}`
}
