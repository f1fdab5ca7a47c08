import { loadChangePasswordLink } from '@freeor/site-frame/settings/open-pane'

export const loader = loadChangePasswordLink
