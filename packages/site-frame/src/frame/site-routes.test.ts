import { existsSync } from 'node:fs'
import { index, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { siteDataRoute } from './site-data.ts'
import { siteRoutes } from './site-routes.ts'

/** The routes inside the frame. */
const framed = (own: RouteConfigEntry[]) => siteRoutes(own)[0]?.children ?? []

test('every site has every shared page inside its frame, each with a module that is there', () => {
  const [frame, ...others] = siteRoutes([])
  expect(others).toEqual([])
  expect(frame?.id).toBe(siteDataRoute)
  const paths = frame?.children?.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['login', 'settings/profile', 'admin/users', 'terms', '*']))
  expect(new Set(paths).size).toBe(paths?.length)
  for (const { file } of [...(frame ? [frame] : []), ...framed([])]) expect(existsSync(file), file).toBe(true)
})

test('a page of a site is added to the shared ones, or replaces the one at its path', () => {
  const own = [
    index('landing.tsx'),
    route('search', 'search.tsx'),
    route('settings/billing', 'own-billing.tsx'),
  ]
  const children = framed(own)
  expect(children).toHaveLength(framed([]).length + 2)
  const billing = children.filter(({ path }) => path === 'settings/billing')
  expect(billing.map(({ file }) => file)).toEqual(['own-billing.tsx'])
  expect(children.some(({ index: isIndex }) => isIndex)).toBe(true)
})

test('a route id, which browsers see, names no folder of this machine', () => {
  const ids = [...siteRoutes([]), ...framed([])].map(({ id }) => id)
  for (const id of ids) expect(id).toMatch(/^site-frame\/[a-z-]+\/[a-z-]+$/)
})
