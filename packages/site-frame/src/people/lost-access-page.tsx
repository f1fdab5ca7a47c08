import type { PageProps } from '../frame/page.ts'
import { loadLostAccess, submitLostAccess } from './lost-access.ts'
import { LostAccessScreen } from './lost-access-screen.tsx'

export const loader = loadLostAccess

export const action = submitLostAccess

/** The same screen as where a page was refused, at an address of its own. */
export default function LostAccessPage({ actionData }: PageProps<typeof loader, typeof action>) {
  return <LostAccessScreen answer={actionData} />
}
