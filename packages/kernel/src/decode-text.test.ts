import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  ['UTF-8', Buffer.from('déjà')],
  ['UTF-8 with a mark', Buffer.from('\ufeffdéjà')],
  ['UTF-16', Buffer.from('\ufeffdéjà', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeffdéjà', 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('déjà', 'utf16le')],
  ['UTF-16 of the other order without a mark', Buffer.from('déjà', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('déjà', 'latin1')],
])('a file in %s is read as its text', (_, bytes) => {
  expect(decodeText(bytes)).toBe('déjà')
})

test.each([
  ['ru', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 'Привет'],
  ['tr-TR', [0xdd, 0xfe, 0xfd, 0xf0], 'İşığ'],
  ['ja', [0x93, 0xfa, 0x96, 0x7b], '日本'],
  ['zh-TW', [0xa4, 0xa4, 0xa4, 0xe5], '中文'],
])('what is no UTF-8 is read as Windows writes %s', (language, bytes, text) => {
  expect(decodeText(new Uint8Array(bytes), language)).toBe(text)
})
