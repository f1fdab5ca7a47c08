import type { CueLine } from './cue-text.ts'
import type { Cue } from './read-captions.ts'
import { writeTimestamp } from './timestamp.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ')

/** A name that ends with dashes would make an arrow with the end of its tag, as only the line of times may have. */
const speakerTag = (speaker: string) => `<v ${escaped(speaker).replace(/-$/, '&#45;')}>`

const line = ({ speaker, text }: CueLine) =>
  speaker === null ? escaped(text) : `${speakerTag(speaker)}${escaped(text)}`

/** Captions as WebVTT, the form in which they are kept and sent. */
export const writeWebVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues
    .map(
      ({ start, end, lines }) =>
        `\n${writeTimestamp(start)} --> ${writeTimestamp(end)}\n${lines.map(line).join('\n')}\n`,
    )
    .join('')}`
