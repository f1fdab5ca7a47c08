import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'

test('small files are loaded together, whichever is needed, and the two large ones where they are', () => {
  const fonts = openFonts()
  const needed = (letter: string) => {
    const found = fonts.find(letter)
    return new Set(typeof found === 'number' ? [found] : [])
  }
  const [bengali, tamil, chinese, korean] = [needed('ক'), needed('த'), needed('王'), needed('김')]
  expect([bengali, tamil, chinese, korean].map(({ size }) => size)).toEqual([1, 1, 1, 1])
  const together = fonts.loadedWith(bengali)
  expect(fonts.loadedWith(tamil)).toEqual(together)
  expect([...together].filter((font) => chinese.has(font) || korean.has(font))).toEqual([])
  expect(fonts.loadedWith(chinese)).toEqual(chinese)
  expect(fonts.loadedWith(new Set([...tamil, ...korean]))).toEqual(new Set([...together, ...korean]))
})
