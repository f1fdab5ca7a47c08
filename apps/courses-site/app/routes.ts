import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing.tsx'),
  ...siteRoutes.map(([path, file]) => route(path, file)),
] satisfies RouteConfig
