import { type CueLine, readCueText } from './cue-text.ts'
import { readTimestamp } from './timestamp.ts'

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
}

const timing = /^\s*(\S+)\s*-->\s*(\S+)(?:\s.*)?$/
const metadata = /^(NOTE|STYLE|REGION)(?:[\t ]|$)/

const commaTiming = /^\s*\d+:\d+:\d+,\d+\s*-->/m
/** SRT as some programs write it: with points, or without hours. */
const numberedFirst = /^\ufeff?\s*\d+[^\S\r\n]*(?:\r\n|\r|\n)\s*(?:\d+:)?\d+:\d+[.,]\d+\s*-->/

type Line = { readonly number: number; readonly text: string }

/**
 * Reads captions or chapters: WebVTT as its standard says (https://www.w3.org/TR/webvtt1/#file-parsing), SRT by its
 * usual form. A block that cannot be read is named by its line and costs none of its neighbours.
 */
export function readCaptions(file: string): Captions {
  const lines = file
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\n|\r/)
    .map((text, at) => ({ number: at + 1, text }))
  const isWebVtt = /^WEBVTT(?:[\t ]|$)/.test(lines[0]?.text ?? '')
  // A line of blanks is text in WebVTT: YouTube writes such lines into its cues.
  const blocks = blocksOf(lines, (text) => (isWebVtt ? text : text.trim()) === '')
  const head = isWebVtt ? (blocks.shift() ?? []) : []
  const cues: Cue[] = []
  const mistakes: CaptionMistake[] = []
  const isSrt = !isWebVtt && (commaTiming.test(file) || numberedFirst.test(file))
  if (!(isWebVtt || isSrt)) mistakes.push({ line: 1, mistake: 'The file does not begin with WEBVTT' })
  for (const block of [...withoutTimings(head, mistakes), ...blocks]) {
    if (metadata.test(block[0]?.text ?? '') && !block.some(({ text }) => text.includes('-->'))) continue
    const read = readBlock(block)
    if ('mistake' in read) mistakes.push(read)
    else {
      const before = cues.at(-1)
      if (before && read.start < before.start)
        mistakes.push({ line: lineOfTiming(block), mistake: 'It begins before the one above it' })
      const broken = block.find(({ text }) => text.includes('\ufffd'))
      if (broken)
        mistakes.push({ line: broken.number, mistake: 'A character cannot be read: save the file as UTF-8' })
      cues.push(read)
    }
  }
  cues.sort((one, other) => one.start - other.start || one.end - other.end)
  const language = head.flatMap(({ text }) => /^Language:\s*([\w-]+)/i.exec(text)?.[1] ?? [])[0] ?? null
  return { format: isSrt ? 'srt' : 'webvtt', language, cues, mistakes }
}

/** A cue that follows WEBVTT without a blank line is read, and told. */
function withoutTimings(head: readonly Line[], mistakes: CaptionMistake[]): (readonly Line[])[] {
  const at = head.findIndex(({ text }) => text.includes('-->'))
  if (at < 0) return []
  mistakes.push({ line: head[at]?.number ?? 1, mistake: 'A blank line must follow WEBVTT' })
  return [head.slice(at)]
}

/** Blank lines end a block; so does a further timing, whose identifier line, if any, is of the block it begins. */
function blocksOf(lines: readonly Line[], isBlank: (text: string) => boolean): Line[][] {
  const blocks: Line[][] = []
  let block: Line[] = []
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of lines) {
    if (isBlank(line.text) || (block.length === 0 && line.text.trim() === '')) end()
    else {
      const isTiming = line.text.includes('-->')
      if (isTiming && block.some(({ text }) => text.includes('-->'))) {
        const identifier = /^\d+$/.test(block.at(-1)?.text.trim() ?? '') ? block.pop() : undefined
        end()
        if (identifier) block.push(identifier)
      }
      block.push(line)
    }
  }
  end()
  return blocks
}

const lineOfTiming = (block: readonly Line[]): number =>
  (block.find(({ text }) => text.includes('-->')) ?? block[0])?.number ?? 1

function readBlock(block: readonly Line[]): Cue | CaptionMistake {
  const line = lineOfTiming(block)
  const at = block.findIndex(({ text }) => text.includes('-->'))
  if (at < 0) return { line, mistake: 'This text has no times' }
  if (at > 1) return { line: block[1]?.number ?? line, mistake: 'Only one line may stand above the times' }
  const [, from = '', to = ''] = timing.exec(block[at]?.text ?? '') ?? []
  const [start, end] = [readTimestamp(from), readTimestamp(to)]
  if (start === undefined || end === undefined)
    return { line, mistake: 'The times cannot be read: 00:00:01.000 --> 00:00:04.000' }
  if (end <= start) return { line, mistake: 'It ends before it begins' }
  const payload = block.slice(at + 1).map(({ text }) => text)
  const lines = readCueText(payload.join('\n'))
  if (lines.length === 0) return { line, mistake: 'No text follows the times' }
  return { start, end, lines }
}
