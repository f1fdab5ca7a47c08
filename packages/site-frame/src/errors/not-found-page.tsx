import { titleMeta } from '../frame/page-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { refuse } from './page-problem.ts'

export const meta = titleMeta((texts) => texts.states.notFound)

/** For every address that has no page. */
export function loader({ context }: Pick<PageRequest, 'context'>) {
  throw refuse(context, 'not_found', 404)
}

export default function NotFoundPage() {
  return null
}
