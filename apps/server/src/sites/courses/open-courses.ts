import { coursesLimits } from '@freeor/courses/limits'
import { configuredIn } from '@freeor/courses/organizations/configured'
import { openLimiter } from '@freeor/kernel/limiter'
import type { SiteMeans } from '../site-module.ts'
import type { CoursesDeps } from './courses-deps.ts'
import { mailLearnerWith } from './mail-learner.ts'
import { mailOrgInvitationWith } from './mail-org-invitation.ts'
import { notifyAuthorWith } from './notify-author.ts'
import { type OpenCertificates, openCertificates } from './open-certificates.ts'
import { type CourseEvents, openEvents } from './open-events.ts'

export type OpenCourses = {
  readonly deps: CoursesDeps
  readonly events: CourseEvents
  readonly certificates: OpenCertificates
}

/** Everything Courses needs of its own. */
export function openCourses(means: SiteMeans): OpenCourses {
  const { config, deps } = means
  const events = openEvents(means)
  const { hub, notices } = events
  deps.profileChanges.listen(() => notices.notifyMembers())
  const certificates = openCertificates(deps)
  const own = {
    defaultCourse: config.defaultCourse,
    introductionVideo: config.introductionVideo,
    configuredOrganizations: configuredIn(deps.organizations),
    notifyAuthor: notifyAuthorWith(deps),
    mailOrgInvitation: mailOrgInvitationWith(deps),
    mailLearner: mailLearnerWith(deps),
    reminderDays: config.reminderDays,
    certificates,
    images: openLimiter(coursesLimits.images),
  }
  return { deps: { ...deps, ...own, hub, notices }, events, certificates }
}
