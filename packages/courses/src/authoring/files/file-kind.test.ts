import { expect, test } from 'vitest'
import { fileEndings, requireFileKind, typeOfEnding } from './file-kind.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['Reader.PDF', '%PDF-1.7', 'pdf'],
  ['notes.v2.txt', 'Conscience\n', 'txt'],
  ['talk.vtt', '\ufeffWEBVTT\n', 'vtt'],
  ['talk.mp3', 'ID3\u0003', 'mp3'],
  ['slides.pptx', 'PK\u0003\u0004', 'pptx'],
  ['..\\..\\lines.csv', 'a,b\n', 'csv'],
])('%s is taken', (name, head, ending) => {
  expect(requireFileKind(name, bytes(head))).toBe(ending)
})

test.each([
  ['page.html', '<html>'],
  ['run.exe', 'MZ'],
  ['run.pdf.js', 'alert(1)'],
  ['macro.docm', 'PK\u0003\u0004'],
  ['drawing.svg', '<svg/>'],
  ['noending', 'text'],
  ['constructor', 'text'],
  ['x.__proto__', 'text'],
  ['', ''],
])('%s is refused by its kind', (name, head) => {
  expect(() => requireFileKind(name, bytes(head))).toThrow('not taken')
})

test.each([
  ['page.pdf', '<html><script>'],
  ['page.txt', '\u0000\u0001'],
  ['page.epub', '%PDF-'],
  ['page.mp4', 'MZ'],
  ['page.vtt', '<html>'],
])('%s is refused, as it begins otherwise', (name, head) => {
  expect(() => requireFileKind(name, bytes(head))).toThrow('whatever it is called')
})

test('no kind of file is a page or a script to a browser', () => {
  for (const ending of fileEndings) expect(typeOfEnding(ending)).not.toMatch(/html|xml$|script|svg/)
})
