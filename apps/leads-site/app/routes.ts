import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  ...siteRoutes([
    index('routes/landing.tsx'),
    route('search', 'routes/search-home.tsx'),
    route('datasets/:dictId', 'routes/dataset-quality.tsx'),
    route('search/compare', 'routes/compare-searches.tsx'),
    route('search/links', 'routes/share-links.tsx'),
    route('search/suppression', 'routes/suppression-lists.tsx'),
    route('search/scheduled', 'routes/scheduled-downloads.tsx'),
    route('search/lists', 'routes/own-lists.tsx'),
    route('search/lists/:ownListId', 'routes/own-list.tsx'),
    route('lead/:dictId/:leadId', 'routes/lead.tsx'),
    route('share/search', 'routes/shared-search.tsx'),
    route('alerts/stop', 'routes/stop-alerts.tsx'),
    route('share/email', 'routes/share-email.tsx'),
    route('share/email/:emailId', 'routes/shared-email.tsx'),
    route('mails/stop', 'routes/stop-mails.tsx'),
    route('admin/reports', 'routes/admin-reports.tsx'),
    route('admin/promos', 'routes/admin-promos.tsx'),
    route('admin/imports', 'routes/admin-imports.tsx'),
    route('admin/opt-outs', 'routes/admin-opt-outs.tsx'),
    route('admin/drop', 'routes/admin-drop.tsx'),
    route('admin/users/:userId', 'routes/admin-user.tsx'),
    route('settings/billing', 'routes/settings-billing.tsx'),
    route('settings/spending', 'routes/settings-spending.tsx'),
    route('settings/reports', 'routes/settings-reports.tsx'),
    route('settings/webhooks', 'routes/settings-webhooks.tsx'),
    route('settings/billing/ledger', 'routes/settings-ledger.tsx'),
  ]),
  route('.well-known/gpc.json', 'routes/privacy-control.ts'),
  route('verify-receipt.html', 'routes/verify-file.ts'),
  // Fills the window: its frame has no footer.
  route('_search/:dictId', 'routes/search-screen.tsx'),
] satisfies RouteConfig
