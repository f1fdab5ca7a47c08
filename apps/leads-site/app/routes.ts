import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing.tsx'),
  ...siteRoutes.map(([path, file]) => route(path, file)),
  route('search', 'routes/search-home.tsx'),
  route('_search/:dictId', 'routes/search-screen.tsx'),
  route('admin/imports', 'routes/admin-imports.tsx'),
  route('settings/billing/ledger', 'routes/settings-ledger.tsx'),
] satisfies RouteConfig
