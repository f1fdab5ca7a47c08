const instead = 'which is not read: please save it as WebVTT or SRT'

/** Formats of captions, by how their files begin or what each of their lines begins with. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)*<(?:\w+:)?tt[\s>]/, `It is TTML, ${instead}`],
  [/^<sami[\s>]/i, `It is SAMI, ${instead}`],
  [/^\[script info\]/i, `It is a file of SubStation (ASS), ${instead}`],
  [/^Scenarist_SCC/i, `It is SCC, ${instead}`],
  [/^\{\d+\}\{\d+\}/, `It is MicroDVD, whose times are counted in frames, ${instead}`],
  [/^[[{]\s*["{[]/, `It is JSON, ${instead}`],
  [/^(?:\[\w+:[^\]\n]*\]\s*)*\[\d+:\d\d\.\d+\]/, `It is LRC, ${instead}`],
  [/^\[?\d+:\d[\d:.]*\s*-->/, 'A time stands in brackets beside its text: please save it as WebVTT or SRT'],
]

/** How a line of a transcript begins, as one copies it from a player. */
const startOnly = /^[[(]?\d{1,2}:\d\d(?::\d\d)?(?![\d:.,])/
const withoutEnds = 'Its times say when a text begins, and not when it ends: please save it as WebVTT or SRT'

/** What is said of a file in another format of captions; undefined for every other text. */
export function findUnreadCaptions(file: string): string | undefined {
  const head = file.trimStart().slice(0, 2_000)
  const found = formats.find(([pattern]) => pattern.test(head))?.[1]
  return found ?? (head.split(/[\r\n]+/, 3).some((line) => startOnly.test(line)) ? withoutEnds : undefined)
}
