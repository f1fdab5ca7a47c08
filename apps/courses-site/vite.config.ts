import { siteConfig } from '@freeor/site-frame/frame/vite-config'

export default siteConfig
