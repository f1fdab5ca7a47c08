import { loadAdmin } from '@freeor/site-frame/admin/open-admin'
import { site } from '../site.ts'

export const loader = () => loadAdmin(site)
