import {
  type CaptionBlock,
  type CaptionNote,
  captionBlocks,
  isTiming,
  withSplitText,
} from './caption-blocks.ts'
import { type CueLine, readCueText, srtTagsOnly } from './cue-text.ts'
import { hasWordTimes, joinRolling, type TimedText } from './rolling-captions.ts'
import { readTimestamp } from './timestamp.ts'
import { findUnreadCaptions } from './unread-captions.ts'

export type Cue = {
  /** Seconds of the video. */
  readonly start: number
  readonly end: number
  readonly lines: readonly CueLine[]
}

/** What is wrong in a file, and where: lines count from 1. Everything else in the file is read all the same. */
export type CaptionMistake = { readonly line: number; readonly mistake: string }

export type Captions = {
  readonly format: 'webvtt' | 'srt'
  /** As the file's head names it (`Language: en`). */
  readonly language: string | null
  readonly cues: readonly Cue[]
  readonly mistakes: readonly CaptionMistake[]
  readonly notes: readonly CaptionNote[]
}

const timing = /^\s*(\S+)\s*-->\s*(\S+)(?:\s.*)?$/
const isSignature = /^WEBVTT(?:[\t ]|$)/i
/** YouTube's own form (SBV): its times stand in one line, and everything else is as in SRT. */
const sbvTiming =
  /^[^\S\r\n\u2028\u2029]*(\d+:\d\d:\d\d\.\d{3}),(\d+:\d\d:\d\d\.\d{3})[^\S\r\n\u2028\u2029]*$/gm
const metadata = /^(NOTE|STYLE|REGION)(?:[\t ]|$)/

/** Any line of times. What has one and does not begin with WEBVTT is read as SRT, also with points or without hours. */
const anyTiming = /^[^\S\r\n\u2028\u2029]*\d+:\d[\d:.,]*[^\S\r\n]*-->/m

/** What a cue without length gets: programs that listen give a word at a cut none. */
const shortestSeconds = 1

type Told = { readonly mistakes: CaptionMistake[]; readonly notes: CaptionNote[] }

/**
 * Reads captions or chapters: WebVTT as its standard says (https://www.w3.org/TR/webvtt1/#file-parsing), SRT by its
 * usual form. A block that cannot be read is named by its line and costs none of its neighbours.
 */
export function readCaptions(given: string): Captions {
  const file = asSrt(given.replace(/^\ufeff+/, ''))
  const all = file
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\n|\r/)
    .map((text, at) => ({ number: at + 1, text }))
  // Blank lines come along where a text is pasted.
  const lines = all.slice(
    Math.max(
      0,
      all.findIndex(({ text }) => text.trim() !== ''),
    ),
  )
  const isWebVtt = isSignature.test(lines[0]?.text ?? '')
  // A line of blanks is text in WebVTT: YouTube writes such lines into its cues.
  const blocks = captionBlocks(lines, (text) => (isWebVtt ? text : text.trim()) === '')
  const head = isWebVtt ? (blocks.shift() ?? []) : []
  const told: Told = { mistakes: [], notes: [] }
  const isSrt = !isWebVtt && anyTiming.test(file)
  const unread = isWebVtt || isSrt ? undefined : findUnreadCaptions(file)
  if (unread !== undefined) return { ...nothing, mistakes: [{ line: 1, mistake: unread }] }
  if (!(isWebVtt || isSrt)) told.mistakes.push({ line: 1, mistake: 'The file does not begin with WEBVTT' })
  const timedBlocks = [...withoutTimings(head, told.mistakes), ...blocks]
  const read = readBlocks(isSrt ? withSplitText(timedBlocks, told.notes) : timedBlocks, { ...told, isSrt })
  const timed = hasWordTimes(file) ? joinRolling(read, told.notes) : read
  const language = head.flatMap(({ text }) => /^Language:\s*([\w-]+)/i.exec(text)?.[1] ?? [])[0] ?? null
  return {
    format: isSrt ? 'srt' : 'webvtt',
    language,
    cues: timed.map(({ start, end, payload }) => ({ start, end, lines: readCueText(payload.join('\n')) })),
    mistakes: told.mistakes,
    notes: told.notes.sort((one, other) => one.line - other.line),
  }
}

const nothing: Captions = { format: 'webvtt', language: null, cues: [], mistakes: [], notes: [] }

const asSrt = (file: string) => (anyTiming.test(file) ? file : file.replace(sbvTiming, '$1 --> $2'))

/** The cues in the order of their times. */
function readBlocks(
  blocks: readonly CaptionBlock[],
  { mistakes, notes, isSrt }: Told & { readonly isSrt: boolean },
): TimedText[] {
  const cues: TimedText[] = []
  for (const block of blocks) {
    if (metadata.test(block[0]?.text ?? '') && !block.some(isTiming)) continue
    const read = readBlock(block)
    if ('mistake' in read) {
      mistakes.push(read)
      continue
    }
    const broken = block.find(({ text }) => text.includes('\ufffd'))
    if (broken)
      mistakes.push({ line: broken.number, mistake: 'A character cannot be read: save the file as UTF-8' })
    const { line, start, end } = read
    const payload = isSrt ? read.payload.map(srtTagsOnly) : read.payload
    if (readCueText(payload.join('\n')).length === 0) {
      notes.push({ line, note: 'No text follows the times: it is left out' })
      continue
    }
    if (start < (cues.at(-1)?.start ?? 0))
      notes.push({ line, note: 'It begins before the one above it: it is put in its place' })
    if (end === start) notes.push({ line, note: 'It ends as it begins: it is shown for a second' })
    cues.push({ line, start, payload, end: end === start ? end + shortestSeconds : end })
  }
  return cues.sort((one, other) => one.start - other.start || one.end - other.end)
}

/** A cue that follows WEBVTT without a blank line is read, and told. */
function withoutTimings(head: CaptionBlock, mistakes: CaptionMistake[]): CaptionBlock[] {
  const at = head.findIndex(isTiming)
  if (at < 0) return []
  mistakes.push({ line: head[at]?.number ?? 1, mistake: 'A blank line must follow WEBVTT' })
  return [head.slice(at)]
}

const lineOfTiming = (block: CaptionBlock): number => (block.find(isTiming) ?? block[0])?.number ?? 1

function readBlock(block: CaptionBlock): TimedText | CaptionMistake {
  const line = lineOfTiming(block)
  const at = block.findIndex(isTiming)
  if (at < 0) return { line, mistake: 'This text has no times' }
  if (at > 1) return { line: block[1]?.number ?? line, mistake: 'Only one line may stand above the times' }
  const [, from = '', to = ''] = timing.exec(block[at]?.text ?? '') ?? []
  const [start, end] = [readTimestamp(from), readTimestamp(to)]
  if (start === undefined || end === undefined)
    return { line, mistake: 'The times cannot be read: 00:00:01.000 --> 00:00:04.000' }
  if (end < start) return { line, mistake: 'It ends before it begins' }
  return { line, start, end, payload: block.slice(at + 1).map(({ text }) => text) }
}
