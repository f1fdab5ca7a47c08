import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WaitNotice, WaitScreen } from './wait-screen.tsx'

const render = (node: React.ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)

test('a wait is a status, so that it is announced, and its drawing is not read', () => {
  const html = render(<WaitNotice isShown text="Hold tight!" />)
  expect(html).toMatch(/role="status"[^>]*>.*<p[^>]*>Hold tight!<\/p>/)
  expect(html).toMatch(/aria-hidden="true"/)
})

test('the status region is there before there is anything to say', () => {
  expect(render(<WaitNotice isShown={false} text="Hold tight!" />)).toContain('<div role="status"></div>')
})

test('a wait that has only begun leaves the page as it is', () => {
  const html = render(
    <WaitScreen isWaiting text="Hold tight!">
      <main>The page</main>
    </WaitScreen>,
  )
  expect(html).toContain('<main>The page</main>')
  expect(html).not.toContain('Hold tight!')
  expect(html).not.toContain('inert')
})
