import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { texts } from '../texts.ts'
import { Allowance, type AllowanceProps } from './allowance.tsx'

const { low, usedUp } = texts.home

function told(leadsRemaining: number, canChange = true) {
  const allowance = { leads: 25, downloadLimit: 25, nextLeadsAt: null, leadsRemaining }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter>
        <Allowance allowance={allowance as AllowanceProps['allowance']} canChange={canChange} />
      </MemoryRouter>
    </MantineProvider>,
  )
  return {
    low: html.includes(low),
    usedUp: html.includes(usedUp),
    plans: html.includes(texts.downloads.seePlans),
  }
}

test('few leads and no leads are told apart', () => {
  expect(told(6)).toEqual({ low: false, usedUp: false, plans: false })
  expect(told(5)).toEqual({ low: true, usedUp: false, plans: false })
  expect(told(0)).toEqual({ low: false, usedUp: true, plans: true })
})

test('the plans are shown to whoever may choose one', () => {
  expect(told(0, false)).toEqual({ low: false, usedUp: true, plans: false })
})
