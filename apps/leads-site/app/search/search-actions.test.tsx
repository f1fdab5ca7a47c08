import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { SearchActions } from './search-actions.tsx'

const { actingNote, lookOnly, save, download } = texts.search

function shown({ isActedAs = false, mayDo = true } = {}): string {
  const may = { save: mayDo, download: mayDo }
  const nothing = () => undefined
  const actions = (
    <SearchActions {...{ may, isActedAs }} canSave canDownload onSave={nothing} onDownload={nothing} />
  )
  return renderToStaticMarkup(<MantineProvider>{actions}</MantineProvider>)
}

/** Whether the button with this text can be pressed. */
const canPress = (html: string, text: string) => {
  const button = html.match(/<button.*?<\/button>/g)?.find((one) => one.includes(text))
  return button !== undefined && !button.includes('disabled=""')
}

test('whoever acts as somebody else is told before that nothing is ordered', () => {
  expect([canPress(shown(), download), shown().includes(actingNote)]).toEqual([true, false])
  const acting = shown({ isActedAs: true })
  expect([canPress(acting, download), canPress(acting, save)]).toEqual([false, true])
  expect(acting).toContain(actingNote)
})

test('a viewer, also one that somebody acts as, is told what the role may do', () => {
  for (const isActedAs of [false, true]) {
    const html = shown({ isActedAs, mayDo: false })
    expect([html.includes(lookOnly), html.includes(actingNote)]).toEqual([true, false])
  }
})
