import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  ...siteRoutes([
    index('routes/landing.tsx'),
    route('search', 'routes/search-home.tsx'),
    route('admin/imports', 'routes/admin-imports.tsx'),
    route('admin/users/:userId', 'routes/admin-user.tsx'),
    route('settings/billing', 'routes/settings-billing.tsx'),
    route('settings/billing/ledger', 'routes/settings-ledger.tsx'),
  ]),
  // Fills the window: its frame has no footer.
  route('_search/:dictId', 'routes/search-screen.tsx'),
] satisfies RouteConfig
