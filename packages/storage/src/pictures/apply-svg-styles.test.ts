import { expect, test, vi } from 'vitest'
import { applyStyles } from './apply-svg-styles.ts'

test('however many classes say it, an attribute of a shape is written once, as the last of them says', () => {
  const setAttribute = vi.fn()
  const shape = { localName: 'path', id: 'one', getAttribute: () => 'b a', setAttribute }
  const css =
    'path { fill: black; opacity: 1 } .a, .b { fill: red; stroke: red } .b { fill: blue } #one { stroke: none }'
  const document = {
    getElementsByTagNameNS: (_: string, name: string) =>
      name === 'style' ? [{ textContent: css }] : [shape],
  } as unknown as Document
  expect(applyStyles(document)).toBe(true)
  expect(setAttribute.mock.calls).toEqual([
    ['fill', 'blue'],
    ['opacity', '1'],
    ['stroke', 'none'],
  ])
})
