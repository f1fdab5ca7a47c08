import { findCourseAllowance } from '@freeor/courses/allowance/queries'
import { courseAllowanceAnswer } from '@freeor/courses/allowance/schema'
import { listChangedGrades } from '@freeor/courses/attempts/health/queries'
import { thinLessonVersions } from '@freeor/courses/authoring/lessons/commands'
import { listUnfoundedCertificates } from '@freeor/courses/certificates/queries'
import { courseLiveTopic } from '@freeor/courses/events/queries'
import { configuredIn } from '@freeor/courses/organizations/configured'
import { listOrgAdmin } from '@freeor/courses/organizations/queries'
import { orgAdminList } from '@freeor/courses/organizations/schema'
import { seedStarterCourse } from '@freeor/courses/starter/commands'
import { seedSiteDocuments } from '@freeor/courses/starter/site-documents/commands'
import { forgetOldUploads } from '../../api/lesson-files/upload-server.ts'
import { coursePlan } from '../../api/plans/plan-answers.ts'
import type { ContentSources } from '../../http/security-headers.ts'
import type { ServedSite, SiteModule } from '../site-module.ts'
import { startMailingMessages } from './course-messages.ts'
import { startMailingLearners } from './mail-learners.ts'
import { type OpenCourses, openCourses } from './open-courses.ts'
import { coursesOperations } from './operations.ts'
import { fillSampleLearners, sampleLearnerRoles } from './sample-learners.ts'
import { warnOfDefaultCourse } from './warn-of-default-course.ts'

/**
 * The frames of the three video hosts, and videos by their address anywhere. Every page has them: a navigation inside
 * the browser keeps the policy of the first document. No script of theirs: the frames are driven by messages.
 */
const videoSources: ContentSources = {
  scriptSrc: [],
  frameSrc: ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', 'https://www.loom.com'],
  connectSrc: [],
  mediaSrc: ['https:'],
}

/** Courses: lessons, quizzes, certificates. */
export const coursesSite: SiteModule = {
  name: 'courses',
  operations: coursesOperations,
  offer: {
    field: 'courseAllowance',
    answer: courseAllowanceAnswer,
    read: async ({ db }, membership) => await findCourseAllowance(db, membership),
  },
  sampleRoles: sampleLearnerRoles,
  person: {
    field: 'orgAdmin',
    answer: orgAdminList,
    none: [],
    read: async ({ db, organizations }, userId) =>
      await listOrgAdmin(db, userId, configuredIn(organizations)),
  },
  asksOrganization: true,
  planAnswer: coursePlan,
  contentSources: videoSources,
  liveTopics: ({ db, organizations }) => [courseLiveTopic(db, configuredIn(organizations))],
  invariants: {
    I8: 'the lessons of a certificate were all graded when it was issued',
    I9: 'A graded attempt keeps its answers, and its score is what they give',
  },
  async check({ db }) {
    const unfounded = await listUnfoundedCertificates(db)
    const changed = await listChangedGrades(db)
    return [
      ...unfounded.map(({ serial, detail }) => ({ invariant: 'I8', id: serial, detail })),
      ...changed.map(({ id, detail }) => ({ invariant: 'I9', id, detail })),
    ]
  },
  open: async (means) => serveCourses(openCourses(means)),
}

const nothing = async () => undefined

const serveCourses = ({ deps, certificates }: OpenCourses): ServedSite => ({
  module: coursesSite,
  deps,
  // Whatever SAMPLE_DATA says: without them there would be no public pages.
  prepare: async () => void (await seedSiteDocuments(deps.db, deps.clock.now())),
  addSampleData: nothing,
  fillSampleCompany: async () => await fillSampleLearners(deps),
  // After the first super admin is made, whose account it belongs to; whatever SAMPLE_DATA says.
  async startJobs() {
    await seedStarterCourse(deps.db, deps.clock.now())
    await warnOfDefaultCourse(deps)
    await startMailingLearners(deps)
    await startMailingMessages(deps)
  },
  cleanUps: [
    ['lesson versions', async () => await thinLessonVersions(deps)],
    ['lesson uploads', async () => await forgetOldUploads(deps)],
  ],
  close: async () => await certificates.rendering.close(),
})
