import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { openLearnerPage } from '../access/open-page.ts'
import { chosenCourse } from '../course/chosen-course.ts'

/** Opens a page for organizations' admins. For others the API answers that there is nothing, and so does the page. */
export const openOrgPage = async (args: PageRequest) => {
  const { api, me } = await openLearnerPage(args)
  return { api, me, isSuperAdmin: me.user.superAdmin }
}

/** The same for a page that is about a course: the one in its address, else the first there is; maybe none. */
export async function openOrgCoursePage(args: PageRequest) {
  const opened = await openOrgPage(args)
  const asked = opened.api.GET('/api/org/courses').then(unwrap)
  const { courses, organizations } = await forPage(args.context, asked)
  return { ...opened, courses, organizations, course: chosenCourse(args.request, courses) }
}
