import { useSearchParams } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { isReauthenticated } from './reauthenticate.ts'

/** In the address, where they have re-authenticated for the page before. */
export const reauthenticatedFlag = 'again'

/** Whether they have just re-authenticated: by the page's own form, or at a provider that they come back from. */
export function useReauthenticated(answer: Answer | undefined): boolean {
  const [params] = useSearchParams()
  return isReauthenticated(answer) || (answer === undefined && params.has(reauthenticatedFlag))
}
