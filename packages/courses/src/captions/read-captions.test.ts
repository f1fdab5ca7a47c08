import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, inject, test } from 'vitest'
import { readCaptions } from './read-captions.ts'
import { readTimestamp, writeClock, writeTimestamp } from './timestamp.ts'
import { writeWebVtt } from './write-webvtt.ts'

const said = (file: string) =>
  readCaptions(file).cues.map(({ start, end, lines }) => [start, end, ...lines.map(({ text }) => text)])

test('WebVTT is read with its times, past identifiers, settings, notes and styles', () => {
  const file = `\ufeffWEBVTT - a title
Kind: captions
Language: en-GB

STYLE
::cue { color: red }

NOTE
not shown

intro
00:01.000 --> 00:00:04.250 align:start position:10%
First line
and its second

00:05.000 --> 01:00:06.000
Another`.replaceAll('\n', '\r\n')
  expect(readCaptions(file)).toEqual({
    format: 'webvtt',
    language: 'en-GB',
    mistakes: [],
    notes: [],
    cues: [
      { start: 1, end: 4.25, lines: [{ speaker: null, text: 'First line and its second' }] },
      { start: 5, end: 3606, lines: [{ speaker: null, text: 'Another' }] },
    ],
  })
})

test('speakers come from voice tags; other tags and entities become plain text', () => {
  const file = `WEBVTT

00:01.000 --> 00:02.000
<v.loud Roger Bingham>We are <i>in</i> <c.yellow>New&nbsp;York</c></v>
<v Neil>Ha &lt;b&gt; &amp; <00:01.500>ha</v>`
  expect(readCaptions(file).cues[0]?.lines).toEqual([
    { speaker: 'Roger Bingham', text: 'We are in New\u00a0York' },
    { speaker: 'Neil', text: 'Ha <b> & ha' },
  ])
})

test('SRT is read too, with its commas, numbers and overrides', () => {
  const file =
    '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<i>Hello</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nYou\n'
  expect(readCaptions(file)).toMatchObject({ format: 'srt', mistakes: [] })
  expect(said(file)).toEqual([
    [1, 2.5, 'Hello'],
    [3, 4, 'You'],
  ])
})

test('what cannot be read is named by its line and costs none of its neighbours', () => {
  const file = `WEBVTT

00:01.000 --> 00:02.000
Good

00:03.000 -> 00:04.000
an arrow with one dash

00:61.000 --> 00:62.000
no such second

00:09.000 --> 00:08.000
backwards

00:10.000 --> 00:11.000

00:12.000 --> 00:13.000
late
00:11.000 --> 00:14.000
early, without a blank line

00:15.000 --> 00:15.000
now`
  const { cues, mistakes, notes } = readCaptions(file)
  expect(cues.map(({ start }) => start)).toEqual([1, 11, 12, 15])
  expect(mistakes).toEqual([
    { line: 6, mistake: 'This text has no times' },
    { line: 9, mistake: 'The times cannot be read: 00:00:01.000 --> 00:00:04.000' },
    { line: 12, mistake: 'It ends before it begins' },
  ])
  expect(notes).toEqual([
    { line: 15, note: 'No text follows the times: it is left out' },
    { line: 19, note: 'It begins before the one above it: it is put in its place' },
    { line: 22, note: 'It ends as it begins: it is shown for a second' },
  ])
  expect(cues.at(-1)).toMatchObject({ start: 15, end: 16 })
})

test('a file that is no captions at all says so in its first line', () => {
  expect(readCaptions('<html>').mistakes[0]).toEqual({
    line: 1,
    mistake: 'The file does not begin with WEBVTT',
  })
  expect(readCaptions('').cues).toEqual([])
})

test('a line of blanks is text in WebVTT, as YouTube writes it, and ends a cue in SRT', () => {
  const youtube = `WEBVTT
Kind: captions
Language: en

00:00:00.719 --> 00:00:02.869 align:start position:0%
\x20
hello<00:00:01.040><c> there</c>

00:00:02.869 --> 00:00:02.879 align:start position:0%
hello there
\x20
\x20

00:03.000 --> 00:04.000
so`
  expect(readCaptions(youtube).mistakes).toEqual([])
  expect(said(youtube)).toEqual([
    [0.719, 2.879, 'hello there'],
    [3, 4, 'so'],
  ])
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nOne\n \n2\n00:00:03,000 --> 00:00:04,000\nTwo\n'
  expect(said(srt)).toEqual([
    [1, 2, 'One'],
    [3, 4, 'Two'],
  ])
})

test('times as programs write them: one digit, whole seconds, more digits than milliseconds', () => {
  const file = 'WEBVTT\n\n0:0:0.0 --> 0:0:0.570\nOne\n\n0:00:03 --> 0:00:04.1234567\nTwo\n'
  expect(readCaptions(file).mistakes).toEqual([])
  expect(said(file)).toEqual([
    [0, 0.57, 'One'],
    [3, 4.123, 'Two'],
  ])
})

test('in SRT a blank line may stand within a text, and brackets that are no tags were said', () => {
  const file = `1
00:00:01,000 --> 00:00:02,000

A <i>List<String></i>

and more

2

00:00:03,000 --> 00:00:04,000
Two

3
00:00:05,000 --> 00:00:06,000

4
00:00:07,000 -> 00:00:08,000
Four`
  expect(said(file)).toEqual([
    [1, 2, 'A List<String> and more'],
    [3, 4, 'Two'],
  ])
  expect(readCaptions(file).mistakes).toEqual([{ line: 16, mistake: 'This text has no times' }])
  expect(readCaptions(file).notes.map(({ line }) => line)).toEqual([4, 6, 14])
  expect(said(writeWebVtt(readCaptions(file).cues))[0]).toEqual([1, 2, 'A List<String> and more'])
})

test('lines that roll up are kept once, and what somebody says twice stays twice', () => {
  const rolling = `WEBVTT

00:01.000 --> 00:02.000
we<00:01.500><c> begin</c>

00:02.000 --> 00:02.010
we begin

00:02.010 --> 00:03.000
we begin
here<00:02.500><c> now</c>

00:04.000 --> 00:05.000
here now`
  expect(said(rolling)).toEqual([
    [1, 2.01, 'we begin'],
    [2.01, 3, 'here now'],
    [4, 5, 'here now'],
  ])
  expect(readCaptions(rolling).notes).toHaveLength(1)
  expect(said('WEBVTT\n\n00:01.000 --> 00:02.000\nNo.\n\n00:02.000 --> 00:03.000\nNo.\n')).toHaveLength(2)
})

test('SRT may write points and no hours, and signs that begin no tag are text', () => {
  const file = '\ufeff\n1\n00:01.000 --> 00:02.500\na < b & c > d, <i>x</i>\n'
  expect(readCaptions(file)).toMatchObject({ format: 'srt', mistakes: [] })
  expect(said(file)).toEqual([[1, 2.5, 'a < b & c > d, x']])
})

test('character references are read as on any page', () => {
  expect(said('WEBVTT\n\n00:01.000 --> 00:02.000\n&eacute;&#233; &ldquo;AT&T&rdquo; &amp;eacute;\n')).toEqual(
    [[1, 2, 'éé “AT&T” &eacute;']],
  )
})

test('a character that cannot be read is told with its line', () => {
  expect(readCaptions('WEBVTT\n\n00:01.000 --> 00:02.000\nOne\nd\ufffdj\ufffd vu\n').mistakes).toEqual([
    { line: 5, mistake: 'A character cannot be read: save the file as UTF-8' },
  ])
})

test('what is written is read again as it was', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).map((one) => one.replaceAll(/\s+/g, ' ').trim())
  const line = fc.record({
    speaker: fc.option(text.filter((one) => one !== '')),
    text: text.filter((one) => one !== '' && !/[{}\0\ufffd]|-->/.test(one)),
  })
  const cue = fc
    .record({ at: fc.nat(10_000_000), takes: fc.integer({ min: 1, max: 60_000 }), line })
    .map(({ at, takes, line: one }) => ({ start: at / 1000, end: (at + takes) / 1000, lines: [one] }))
  const isPlain = (one: string | null) => one === null || !/[{}\0\ufffd]/.test(one)
  fc.assert(
    fc.property(fc.array(cue), (cues) => {
      fc.pre(cues.every(({ lines: [one] }) => isPlain(one?.speaker ?? null)))
      const inOrder = cues.toSorted((one, other) => one.start - other.start || one.end - other.end)
      const read = readCaptions(writeWebVtt(inOrder))
      expect(read.mistakes).toEqual([])
      expect(read.cues).toEqual(inOrder)
    }),
  )
})

test('a speaker whose name ends with dashes does not end the cue', () => {
  const cues = [{ start: 0, end: 1, lines: [{ speaker: 'Ann --', text: 'Wait!' }] }]
  expect(readCaptions(writeWebVtt(cues))).toMatchObject({ mistakes: [], cues })
})

test('a hostile file takes no longer than its length', () => {
  const started = process.cpuUsage()
  for (const piece of [
    '<',
    '<v ',
    '&#',
    '00:00:00.000 --> ',
    '{\\',
    ' -->',
    '1\n',
    '\n',
    'a\n\n',
    '1:1',
    '-',
  ])
    for (const head of ['WEBVTT\n\n', '1\n'])
      readCaptions(`${head}00:00.000 --> 00:01.000\n${piece.repeat(60_000)}`)
  readCaptions('\n'.repeat(500_000))
  expect(process.cpuUsage(started).user).toBeLessThan(20_000_000)
})

test('times are read and written to the millisecond, and as users read them', () => {
  expect(readTimestamp('1:00:00.5')).toBe(3600.5)
  expect(readTimestamp('00:60.000')).toBeUndefined()
  expect(writeTimestamp(3723.0045)).toBe('01:02:03.005')
  expect([0, 95.9, 3723].map(writeClock)).toEqual(['0:00', '1:35', '1:02:03'])
})

const folder = join(inject('realData'), 'captions')

describe.skipIf(inject('realData') === '' || !existsSync(folder))(
  'real captions, in `captions` of the folder that REAL_DATA names; skipped without it',
  () => {
    test.each(globSync('*.vtt', { cwd: folder }))('%s is read whole, without a mistake', (name) => {
      const file = readFileSync(join(folder, name), 'utf8')
      const { cues, mistakes } = readCaptions(file)
      expect(mistakes).toEqual([])
      expect(cues.length).toBe(file.match(/-->/g)?.length)
      expect(readCaptions(writeWebVtt(cues)).cues).toEqual(cues)
    })
  },
)
