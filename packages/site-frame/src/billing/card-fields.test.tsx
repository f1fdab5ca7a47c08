import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { billingTexts } from './billing-texts.ts'
import { CardFields } from './card-fields.tsx'

test("the provider's script finds every field it reads, the country among them, with the United States chosen", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CardFields texts={billingTexts.card} errors={{}}>
        {null}
      </CardFields>
    </MantineProvider>,
  )
  const fields = [...html.matchAll(/<(input|select)[^>]*data-recurly="(\w+)"/g)].map(([, tag, name]) => [
    tag,
    name,
  ])
  expect(fields).toEqual([
    ['input', 'first_name'],
    ['input', 'last_name'],
    ['input', 'address1'],
    ['input', 'city'],
    ['input', 'state'],
    ['input', 'postal_code'],
    ['select', 'country'],
  ])
  expect(html).toMatch(/<option value="US" selected="">United States<\/option>/)
})
