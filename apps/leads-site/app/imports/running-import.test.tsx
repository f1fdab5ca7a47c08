import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { isOver, RunningImport } from './running-import.tsx'

type Run = Parameters<typeof RunningImport>[0]['run']

const running: Run = {
  ...({ fileName: 'firms.csv', state: 'running', attempt: 1, retrying: false, retriedBy: null } as const),
  progress: {
    ...{ bytesDone: 40, bytesTotal: 100, rows: 7, rowsPerSecond: 3, secondsLeft: 2 },
    phase: 'reading',
  },
}

function shown(run: Run, isUnheard = false): string {
  const progress = <RunningImport run={run} isUnheard={isUnheard} />
  return renderToStaticMarkup(<MantineProvider>{progress}</MantineProvider>)
}

test('an import shows how far it is', () => {
  const markup = shown(running)
  expect(markup).toContain(texts.imports.phase('reading'))
  expect(markup).toContain('aria-valuenow="40"')
  expect(markup).not.toContain('data-animated')
})

test.each([
  ['whose process is gone', { ...running, retrying: true }, false],
  ['that was cut off', { ...running, state: 'failed', retrying: true }, false],
  ['that another has taken the place of', { ...running, state: 'failed', retriedBy: 'imp_2' }, false],
  ['whose server does not answer', running, true],
] satisfies [string, Run, boolean][])(
  'an import %s is shown as tried again, and its bar moves',
  (_, run, isUnheard) => {
    const markup = shown(run, isUnheard)
    expect(markup).toContain(texts.imports.retrying)
    expect(markup).toContain('data-animated')
    expect(isOver(run)).toBe(false)
  },
)

test('the second attempt says so', () => {
  expect(shown({ ...running, attempt: 2 })).toContain(texts.imports.attempt(2))
})

test('an import is over once it is done, or has failed and is not tried again', () => {
  expect(isOver({ ...running, state: 'done' })).toBe(true)
  expect(isOver({ ...running, state: 'failed' })).toBe(true)
  expect(isOver(running)).toBe(false)
})
