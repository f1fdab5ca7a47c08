import type { Row } from './security-rows.ts'

const nothing = () => ({})

/** The rows of organizations and of the events that their admins and the learners get. */
export const organizationRows: Readonly<Record<string, Row>> = {
  openEvents: { sample: nothing },
}
