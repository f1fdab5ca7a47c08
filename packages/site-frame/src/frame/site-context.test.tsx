import { renderToStaticMarkup } from 'react-dom/server'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Site } from '../site.ts'
import { pageMeta, type RootHandle, titleMeta } from './page-meta.ts'
import { provideSite, SiteProvider, siteOf, useSite } from './site-context.ts'

const siteNamed = (brand: string) =>
  ({ texts: { brand, titleOf: (page: string) => `${page} · ${brand}` } }) as unknown as Site

const Brand = () => useSite().texts.brand

test('components know the site they are under, and two sites on one page do not mix', () => {
  const html = renderToStaticMarkup(
    <>
      <SiteProvider value={siteNamed('One')}>
        <Brand />
      </SiteProvider>{' '}
      <SiteProvider value={siteNamed('Two')}>
        <Brand />
      </SiteProvider>
    </>,
  )
  expect(html).toBe('One Two')
})

test('a component under no site says what is missing', () => {
  expect(() => renderToStaticMarkup(<Brand />)).toThrow('useSite needs a SiteProvider above it')
})

test("loaders and actions know the site once its root's middleware has run", async () => {
  const site = siteNamed('One')
  const context = new RouterContextProvider()
  expect(() => siteOf(context)).toThrow()
  const args = { request: new Request('http://localhost/'), params: {}, context }
  const answer = new Response('page')
  const middleware = provideSite(site) as (given: object, next: () => Promise<Response>) => Promise<Response>
  const seen = await middleware(args, async () => {
    expect(siteOf(context)).toBe(site)
    return answer
  })
  expect(seen).toBe(answer)
})

test("a page's title names the site of the root above it", () => {
  const handle: RootHandle = { site: siteNamed('One') }
  const meta = titleMeta(() => 'Plans')
  expect(meta({ matches: [{ handle }, {}] } as unknown as Parameters<typeof meta>[0])).toEqual([
    { title: 'Plans · One' },
  ])
})

test('a page that is under no site has no title, but an error that says so', () => {
  const meta = pageMeta(() => [])
  expect(() => meta({ matches: [{}] } as unknown as Parameters<typeof meta>[0])).toThrow('handle')
})
