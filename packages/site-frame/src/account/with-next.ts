import { nextPath } from '@freeor/ui/next-path'

/** The API refuses longer ones, and no page has a longer one. */
const longestNext = 1000

/** A path of this site that the API takes; nothing for any other. */
export function onSite(next: string | null): string | undefined {
  const path = nextPath(next, '')
  return path === '' || path.length > longestNext ? undefined : path
}

/** The page of an account, which leads on to `next` afterwards. */
export const withNext = (page: string, next: string | null | undefined): string =>
  next ? `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}` : page
