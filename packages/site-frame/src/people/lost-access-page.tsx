import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { loadLostAccess, submitLostAccess } from './lost-access.ts'
import { LostAccessScreen } from './lost-access-screen.tsx'

export const loader = loadLostAccess

export const action = submitLostAccess

/** The same screen as on a refused page, at its own address. */
export default function LostAccessPage({ actionData }: PageProps<typeof loader, typeof action>) {
  return <LostAccessScreen note={<AnswerNote answer={actionData} />} />
}
