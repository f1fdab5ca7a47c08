import type { NotifyAuthor } from '@freeor/courses/attempts/ports'
import type { CertificateDeps } from '@freeor/courses/certificates/ports'
import type { CertificateRendering } from '@freeor/courses/certificates/rendering/rendering'
import type { CourseNotices } from '@freeor/courses/events/ports'
import type { MailMessage, MessageDeps, ShowMessage } from '@freeor/courses/messages/ports'
import type { MailOrgInvitation } from '@freeor/courses/organizations/invitations/ports'
import type { MailLearner } from '@freeor/courses/progress/mails/ports'
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
  /** Mails a message of a course’s authors, and shows the mail before. */
  mailMessage: MailMessage
  showMessage: ShowMessage
  beginMessage: MessageDeps['beginMessage']
  /** After so many days without learning a learner is reminded. */
  reminderDays: number
  /** Told after a commit that somebody's progress changed; whoever looks reads it again. */
  notices: CourseNotices
  /** Mails a learner's report of a question to its author. */
  notifyAuthor: NotifyAuthor
  /** Issues certificates, and makes their PDFs. */
  certificates: CertificateDeps & { readonly rendering: Pick<CertificateRendering, 'render'> }
}

/** One endpoint of Courses. */
export const coursesOperation = operationFor<CoursesDeps>()
