import { expect, test } from 'vitest'
import { replacePictures } from './found-pictures.ts'

const key = 'a'.repeat(32)

test.each([
  [`x ![map](picture:${key}) y`, 'x ![map](/map.png) y'],
  [`![](picture:${key})![b](picture:${key})`, '![](/map.png)![b](/map.png)'],
  [`![a \\] "b](picture:${key})`, '![a \\] "b](/map.png)'],
  [`![a ![b](picture:${key})`, '![a ![b](/map.png)'],
  [`![a](/b.png) ![c](picture:${key})`, '![a](/b.png) ![c](/map.png)'],
  [`\\\\![a](picture:${key})`, '\\\\![a](/map.png)'],
  [`[a](picture:${key})`, `[a](picture:${key})`],
  [`![a\\](picture:${key})`, `![a\\](picture:${key})`],
  ['![a](picture:0) ![', '![a](picture:0) !['],
])('of %j the pictures get their addresses', (text, written) => {
  expect(replacePictures(text, () => '/map.png')).toBe(written)
})

test('of a picture that is left out its words stay', () => {
  expect(replacePictures(`x ![a map](picture:${key}) y`, () => undefined)).toBe('x a map y')
})
