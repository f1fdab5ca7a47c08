import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing.tsx'),
  route('login', 'routes/login.tsx'),
  route('signup', 'routes/signup.tsx'),
  route('logout', 'routes/logout.tsx'),
  route('reset_password', 'routes/reset-password.tsx'),
  route('search', 'routes/search-home.tsx'),
  route('_search/:dictId', 'routes/search-screen.tsx'),
  route('pricing', 'routes/pricing.tsx'),
  route('settings/billing', 'routes/settings-billing.tsx'),
  route('admin/imports', 'routes/admin-imports.tsx'),
  route('admin/mail', 'routes/admin-mail.tsx'),
  route('admin/mail/:mailId', 'routes/admin-mail-message.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
