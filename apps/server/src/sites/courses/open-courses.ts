import { courseNotices } from '@freeor/courses/events/course-notices'
import { configuredIn } from '@freeor/courses/organizations/configured'
import type { SiteMeans } from '../site-module.ts'
import { beginMessageWith, mailMessageWith, showMessageWith } from './course-messages.ts'
import type { CoursesDeps } from './courses-deps.ts'
import { mailLearnerWith } from './mail-learner.ts'
import { mailOrgInvitationWith } from './mail-org-invitation.ts'
import { notifyAuthorWith } from './notify-author.ts'
import { type OpenCertificates, openCertificates } from './open-certificates.ts'

export type OpenCourses = {
  readonly deps: CoursesDeps
  readonly certificates: OpenCertificates
}

/** Everything Courses needs of its own. */
export function openCourses({ config, deps }: SiteMeans): OpenCourses {
  const notices = courseNotices(deps.live.notices)
  deps.profileChanges.listen(() => notices.notifyMembers())
  const certificates = openCertificates(deps)
  const own = {
    defaultCourse: config.defaultCourse,
    introductionVideo: config.introductionVideo,
    configuredOrganizations: configuredIn(deps.organizations),
    notifyAuthor: notifyAuthorWith(deps),
    mailOrgInvitation: mailOrgInvitationWith(deps),
    mailLearner: mailLearnerWith(deps),
    mailMessage: mailMessageWith(deps),
    showMessage: showMessageWith(deps),
    beginMessage: beginMessageWith(deps),
    reminderDays: config.reminderDays,
    certificates,
  }
  return { deps: { ...deps, ...own, notices }, certificates }
}
