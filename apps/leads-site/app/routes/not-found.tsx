import { refuse } from '../require-login.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.states.notFound) }]

export function loader({ context }: Route.LoaderArgs) {
  throw refuse(context, 'not_found', 404)
}

export default function NotFound() {
  return null
}
