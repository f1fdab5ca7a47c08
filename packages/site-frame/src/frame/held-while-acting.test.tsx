import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { impersonationTexts } from '../admin/impersonation-texts.ts'
import { HeldWhileActing } from './held-while-acting.tsx'
import { siteDataRoute } from './site-data.ts'

async function shown(impersonatedBy: object | null): Promise<string> {
  const routes = [
    {
      id: siteDataRoute,
      path: '/',
      loader: () => ({ me: { impersonatedBy } }),
      element: (
        <HeldWhileActing>
          <button type="submit">Send</button>
        </HeldWhileActing>
      ),
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request('http://localhost/'))
  if (context instanceof Response) throw new Error('The page answered nothing to show')
  const router = createStaticRouter(handler.dataRoutes, context)
  const page = <StaticRouterProvider router={router} context={context} hydrate={false} />
  return renderToStaticMarkup(<MantineProvider>{page}</MantineProvider>)
}

test('whoever acts as somebody else is told before, and can press nothing of it', async () => {
  const html = await shown({ email: 'admin@people.example', reason: 'A question', endsAt: '' })
  expect(html).toContain(impersonationTexts.held)
  expect(html).toMatch(/<fieldset disabled="".*<button type="submit">Send<\/button>.*<\/fieldset>/)
})

test('everybody else gets it as it is', async () => {
  const html = await shown(null)
  expect(html).toContain('<button type="submit">Send</button>')
  expect(html).not.toMatch(/fieldset|role="note"/)
})
