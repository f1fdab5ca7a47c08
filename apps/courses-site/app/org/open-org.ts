import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { openLearnerPage } from '../access/open-page.ts'

/** Opens a page for organizations' admins. For others the API answers that there is nothing, and so does the page. */
export const openOrgPage = async (args: PageRequest) => {
  const { api, me } = await openLearnerPage(args)
  return { api, me, isSuperAdmin: me.user.superAdmin }
}
