import { expect, test } from 'vitest'
import { decodeEntities } from './entities.ts'

test('names and numbers of characters are read, unknown names stay', () => {
  expect(decodeEntities('&eacute;&#233;&#xE9; &lceil;&hearts;&check; &nothing; &#0; &#xD800;')).toBe(
    'ééé ⌈♥✓ &nothing; &#0; &#xD800;',
  )
})

test('the numbers 128 to 159 are those of Windows-1252, as browsers read them', () => {
  expect(decodeEntities('&#147;Madison&#146;s&#148; &#150; &#x80;')).toBe('“Madison’s” – €')
})

test('a missing semicolon is forgiven where browsers forgive it', () => {
  expect(decodeEntities('AT&T &copy 2 &lt b &hearts &amp')).toBe('AT&T © 2 < b &hearts &')
  expect(decodeEntities('?a=1&copy=2&lang=en &notit')).toBe('?a=1&copy=2&lang=en &notit')
})
