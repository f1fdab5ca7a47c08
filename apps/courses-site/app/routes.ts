import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig } from '@react-router/dev/routes'

export default siteRoutes([index('routes/landing.tsx')]) satisfies RouteConfig
