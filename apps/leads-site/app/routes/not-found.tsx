import { refuse } from '@freeor/site-frame/errors/page-problem'
import { site } from '../site.ts'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = () => [{ title: site.texts.titleOf(site.texts.states.notFound) }]

export function loader({ context }: Route.LoaderArgs) {
  throw refuse(context, 'not_found', 404)
}

export default function NotFound() {
  return null
}
