import { loadSettings } from '@freeor/site-frame/settings/open-pane'

export const loader = loadSettings
