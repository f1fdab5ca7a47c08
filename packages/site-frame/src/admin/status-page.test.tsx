import { MantineProvider } from '@mantine/core'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../frame/site-context.ts'
import type { Site } from '../site.ts'
import type { StatusData } from './status.ts'
import StatusPage from './status-page.tsx'
import { statusTexts } from './status-texts.ts'

const well: StatusData = {
  ...{ version: '1.2.3', node: '24.0.0', uptimeSeconds: 7_200, postgres: 'ok', clickhouse: 'ok', disk: 'ok' },
  connections: { busy: 3, most: 20, waiting: 0 },
  streams: 4,
  stored: {
    queues: [
      { name: 'deliver-mail', due: 0, oldestSeconds: 0 },
      { name: 'write-download', due: 1_234, oldestSeconds: 700 },
    ],
    oldestJob: { name: 'write-download', due: 1_234, oldestSeconds: 700 },
    mail: { waiting: 2, oldestSeconds: 120, failedInDay: 1 },
    ledger: { held: 0, oldestSeconds: 0, pendingEntries: 0 },
  },
  spans: [
    {
      ...{ startsAt: '2030-05-01T10:05:00.000Z', requests: 40, errors: 2, meanMs: null, lagMs: 1.4 },
      ...{ memoryBytes: 312_400_000, connectionsBusy: 3, jobsDue: 9, mailWaiting: null },
    },
  ],
}

/** The text of the page that shows this. */
function show(data: StatusData): string {
  const site = { ownAdminPages: [], texts: {} } as unknown as Site
  const Page = StatusPage as unknown as ComponentType<{ loaderData: StatusData }>
  const router = createMemoryRouter([{ path: '/', element: <Page loaderData={data} /> }])
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </MantineProvider>,
  )
  return html
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test('a server that is well says so, and what waits longest is named', () => {
  const text = show(well)
  expect(text).toContain(statusTexts.allWell)
  expect(text).not.toContain(statusTexts.problem)
  expect(text).toContain('write-download, 12 min')
  expect(text).toContain('3 of 20')
  expect(text).toContain('write-download 1,234 12 min')
  expect(text).not.toContain('deliver-mail')
  expect(text).toContain('Memory, MB 10:05 AM UTC 312')
  // No request, so no mean; the database did not answer, so no number of mails.
  expect(text).toContain(`${statusTexts.meanMs} ${statusTexts.unknown}`)
  expect(text).toContain(`${statusTexts.mailWaiting} ${statusTexts.unknown}`)
})

test('each engine that does not answer, and a full disk, is a problem of its own', () => {
  const text = show({ ...well, postgres: 'down', clickhouse: 'down', disk: 'full', stored: null })
  for (const problem of Object.values(statusTexts.problems)) expect(text).toContain(problem)
  expect(text).not.toContain(statusTexts.allWell)
  expect(text).not.toContain(statusTexts.pendingEntries)
})

test('a site without a search engine needs none', () => {
  const text = show({ ...well, clickhouse: 'off' })
  expect(text).toContain('ClickHouse not needed')
  expect(text).toContain(statusTexts.allWell)
})

test('right after the start there is no hour to show, and no queue', () => {
  const stored = well.stored && { ...well.stored, queues: [], oldestJob: null }
  const text = show({ ...well, stored, spans: [] })
  expect(text).toContain(statusTexts.noSpan)
  expect(text).toContain(statusTexts.noJobWaits)
})
