import type { ListedDownload } from '@freeor/leads/downloads/schema'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reportTexts } from '../texts/reports.ts'
import { returnTexts } from '../texts/returns.ts'
import { texts } from '../texts.ts'
import { DownloadList, type DownloadListProps } from './download-list.tsx'

const file = {
  ...{ id: 'dl_1', searchName: 'Roofers', state: 'ready', downloadCount: 1, bytes: 419, newLeads: 1 },
  ...{ timestamp: '2026-11-01T10:00:00.000Z', withdrawnAt: null, parts: null, filled: [] },
  ordererName: 'Ada',
} as unknown as ListedDownload

function shown(more: Partial<DownloadListProps> = {}): string {
  const first = { downloads: [file], hasOlder: false }
  const may = { canShare: true, canOrder: true, isActedAs: false, mostDays: 30 }
  const list = <DownloadList first={first} whose="mine" onDone={() => undefined} {...may} {...more} />
  return renderToStaticMarkup(<MantineProvider>{list}</MantineProvider>)
}

const { fetchAgain, lookOnly, actingNote, olderFiles, olderCompanyFiles } = texts.home

test('a file is offered again to those who may fetch it; the others are told why not', () => {
  expect(shown()).toContain(fetchAgain)
  expect(shown()).not.toContain(lookOnly)
  const forViewer = shown({ canOrder: false })
  expect(forViewer).toContain(lookOnly)
  expect(forViewer).not.toContain(fetchAgain)
  const whileActing = shown({ isActedAs: true })
  expect(whileActing).toContain(actingNote)
  for (const refused of [fetchAgain, reportTexts.report, returnTexts.open, texts.share.share]) {
    expect(whileActing).not.toContain(`>${refused}<`)
    expect(shown()).toContain(`>${refused}<`)
  }
})

test('a colleague’s file says whose it is, and one of one row is in the singular', () => {
  expect(shown({ whose: 'colleagues' })).toContain('by Ada · 1 row · 419 bytes')
  expect(shown()).not.toContain('Ada')
})

test('older files are offered where there are some', () => {
  expect(shown()).not.toContain(olderFiles)
  const first = { downloads: [file], hasOlder: true }
  expect(shown({ first })).toContain(olderFiles)
  expect(shown({ first, whose: 'colleagues' })).toContain(olderCompanyFiles)
})

test('a viewer without files is not told to order one', () => {
  const first = { downloads: [], hasOlder: false }
  expect(shown({ first })).toContain(texts.home.noDownloads)
  expect(shown({ first, canOrder: false })).toContain(texts.home.noDownloadsLookOnly)
})
