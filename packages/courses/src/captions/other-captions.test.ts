import { expect, test } from 'vitest'
import { readCaptions } from './read-captions.ts'

const said = (file: string) =>
  readCaptions(file).cues.map(({ start, end, lines }) => [start, end, ...lines.map(({ text }) => text)])

test('the captions that YouTube Studio gives (SBV) are read', () => {
  const file = '0:00:01.000,0:00:04.000\nTwo kingdoms\nin one line\n\n1:00:05.500,1:00:07.250\nAnd a second\n'
  expect(readCaptions(file).mistakes).toEqual([])
  expect(said(file)).toEqual([
    [1, 4, 'Two kingdoms in one line'],
    [3605.5, 3607.25, 'And a second'],
  ])
  expect(said(file.replaceAll('\n', '\r\n'))).toEqual(said(file))
})

test.each([
  [
    '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s">a</p></body></tt>',
    'TTML',
  ],
  ['<SAMI><BODY><SYNC Start=1><P>a</SYNC></BODY></SAMI>', 'SAMI'],
  [
    '[Script Info]\nTitle: a\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,a\n',
    'SubStation',
  ],
  ['Scenarist_SCC V1.0\n\n00:00:01:00\t9420 94ad\n', 'SCC'],
  ['{1}{72}a|b\n{80}{120}c\n', 'MicroDVD'],
  ['[ar:Somebody]\n[00:01.00]a\n[00:04.50]b\n', 'LRC'],
  ['{"segments":[{"start":0,"end":1,"text":"a"}]}', 'JSON'],
  ['[00:00.000 --> 00:04.000]  a\n[00:04.000 --> 00:06.000]  b\n', 'in brackets'],
  ['0:00\nhello\n0:04\nthere\n', 'not when it ends'],
  ['Transcript\n0:00hello\n0:04there\n', 'not when it ends'],
])('%j is told by its name, once', (file, name) => {
  const { mistakes, cues } = readCaptions(file)
  expect(cues).toEqual([])
  expect(mistakes).toEqual([{ line: 1, mistake: expect.stringContaining(name) }])
  expect(mistakes[0]?.mistake).toContain('WebVTT or SRT')
})

test('blank lines and marks above WEBVTT, as they come along where a text is pasted, cost nothing', () => {
  const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nwrong\n'
  for (const before of ['', '\n', '\n \n', '\ufeff\ufeff', '\ufeff\n']) {
    const read = readCaptions(before + file)
    expect(read.cues).toHaveLength(1)
    expect(read.mistakes).toEqual([
      { line: 6 + before.split('\n').length - 1, mistake: 'This text has no times' },
    ])
  }
  expect(said(file.replace('WEBVTT', 'webvtt'))).toEqual([[1, 2, 'a']])
})

test('captions of signs that end a line are read in one pass', () => {
  const start = process.cpuUsage()
  readCaptions('\u2028'.repeat(200_000))
  readCaptions(' '.repeat(200_000))
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000)
})
