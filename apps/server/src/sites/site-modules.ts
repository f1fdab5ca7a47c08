import type { Site } from '@freeor/kernel/site'
import type { SiteModule } from './site-module.ts'

/** Loaded when asked for: the module of a site that is not served, and the engine it needs, are never read. */
const modules: Readonly<Record<Site, () => Promise<SiteModule>>> = {
  leads: async () => (await import('./leads/leads-site.ts')).leadsSite,
  courses: async () => (await import('./courses/courses-site.ts')).coursesSite,
}

export const loadSites = async (names: readonly Site[]): Promise<readonly SiteModule[]> =>
  await Promise.all(names.map(async (name) => await modules[name]()))
