import type { NotifyAuthor } from '@freeor/courses/attempts/ports'
import type { CertificateDeps } from '@freeor/courses/certificates/ports'
import type { CertificateRendering } from '@freeor/courses/certificates/rendering/rendering'
import type { EventHub } from '@freeor/courses/events/event-hub'
import type { CourseNotices } from '@freeor/courses/events/ports'
import type { MailOrgInvitation } from '@freeor/courses/organizations/invitations/ports'
import type { MailLearner } from '@freeor/courses/progress/mails/ports'
import type { Limiter } from '@freeor/kernel/limiter'
import type { Deps } from '../../deps.ts'
import { operationFor } from '../../http/operation.ts'

/** What Courses' endpoints, jobs and commands may use in addition to what all sites share. */
export type CoursesDeps = Deps & {
  /** The course that the menu's Lessons opens and `intro` names. */
  defaultCourse: string
  /** The Loom video of `/how-it-works`; undefined until an operator sets it. */
  introductionVideo: string | undefined
  /** What a profile offers without Other: the names that can have admins. */
  configuredOrganizations: readonly string[]
  /** Mails an invitation to an organization. */
  mailOrgInvitation: MailOrgInvitation
  /** Mails a learner what they chose to be told. */
  mailLearner: MailLearner
  /** After so many days without learning a learner is reminded. */
  reminderDays: number
  /** The open live streams of this process. */
  hub: Pick<EventHub, 'open' | 'close'>
  /** Told after a commit that somebody's progress changed; whoever looks reads it again. */
  notices: CourseNotices
  /** Mails a learner's report of a question to its author. */
  notifyAuthor: NotifyAuthor
  /** Pictures of lessons that are read at the same time. */
  images: Limiter
  /** Issues certificates, and makes their PDFs. */
  certificates: CertificateDeps & { readonly rendering: Pick<CertificateRendering, 'render'> }
}

/** One endpoint of Courses. */
export const coursesOperation = operationFor<CoursesDeps>()
