import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { RunningFile } from './running-file.tsx'

type Props = Parameters<typeof RunningFile>[0]

function shown(download: Props['download'], isUnheard = false): string {
  const file = <RunningFile download={download} isUnheard={isUnheard} />
  return renderToStaticMarkup(<MantineProvider>{file}</MantineProvider>)
}

const { retrying, waiting, writing } = texts.downloads

test('a file being written shows how far it is', () => {
  const markup = shown({ state: 'writing', progress: 0.4, retrying: false })
  expect(markup).toContain(writing)
  expect(markup).toContain('aria-valuenow="40"')
  expect(markup).not.toContain('data-animated')
})

test.each([
  ['waits for its turn', { state: 'reserved', progress: 0, retrying: false }, waiting],
  ['has no rows yet', { state: 'writing', progress: 0, retrying: false }, writing],
  ['was cut off and waits', { state: 'reserved', progress: 0, retrying: true }, retrying],
  ['was cut off and begins again', { state: 'writing', progress: 0, retrying: true }, retrying],
] as const)('a file that %s says so, and its bar moves', (_what, download, words) => {
  const markup = shown(download)
  expect(markup).toContain(words)
  expect(markup).toContain('data-animated')
})

test('a file whose server cannot be reached is shown as retried, not as stopped at 40 %', () => {
  const markup = shown({ state: 'writing', progress: 0.4, retrying: false }, true)
  expect(markup).toContain(retrying)
  expect(markup).toContain('data-animated')
})
