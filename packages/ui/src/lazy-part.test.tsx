import { MantineProvider } from '@mantine/core'
import { Suspense } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

async function draw(load: Parameters<typeof lazyPart>[0]): Promise<string> {
  const Part = lazyPart(load)
  const { prelude } = await prerender(
    <MantineProvider>
      <h1>Lesson 1</h1>
      <Suspense>
        <Part />
      </Suspense>
    </MantineProvider>,
  )
  return await new Response(prelude).text()
}

test('a part that is loaded stands in its place', async () => {
  const html = await draw(async () => () => <p>My notes</p>)
  expect(html).toContain('My notes')
  expect(html).not.toContain('could not be loaded')
})

test('when the script of a part does not come, the page stays and the part says so', async () => {
  const html = await draw(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  expect(html).toContain('<h1>Lesson 1</h1>')
  expect(html).toContain('This part of the page could not be loaded.')
})
