import { labelEnd, labelStartImage, labelStartLink } from 'micromark-core-commonmark'
import type { Processor } from 'unified'

/** Parts that the brackets and bare addresses of one text look through: each looks through what its paragraph has before it. */
const mostLookedAt = 30_000_000
/** Parts of one paragraph before a bracket: what is taken out of a longer list of them takes its whole length. */
const mostBefore = 10_000

type Tokenize = (typeof labelEnd)['tokenize']
type Construct = { name?: string | undefined; tokenize: Tokenize }

/** By the reading of one text. */
const lookedAt = new WeakMap<object, number>()

/** Once the text has cost too much, a bracket or an address is text. */
const bounded = <One extends Construct>({ tokenize, ...construct }: One) => ({
  ...construct,
  name: `bounded-${construct.name}`,
  tokenize: function look(this: ThisParameterType<Tokenize>, ...[effects, ok, nok]: Parameters<Tokenize>) {
    if (this.events.length > mostBefore) return nok
    const looked = (lookedAt.get(this.parser) ?? 0) + this.events.length
    lookedAt.set(this.parser, looked)
    return looked > mostLookedAt ? nok : tokenize.call(this, effects, ok, nok)
  },
})

/** Of `remark-gfm`. */
const looking = new Set([
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
])

/** Keeps links, pictures and footnotes from taking minutes of a text that is made for it. Used behind `remark-gfm`. */
export function boundedLabels(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: object[] }
  const extensions = (data.micromarkExtensions ?? []).flat() as { text?: Record<string, Construct[]> }[]
  // One stands for several signs: each once.
  for (const construct of new Set(extensions.flatMap(({ text = {} }) => Object.values(text).flat())))
    if (looking.has(construct.name ?? '')) Object.assign(construct, bounded(construct))
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    {
      disable: { null: ['labelEnd', 'labelStartImage', 'labelStartLink'] },
      // Behind footnotes and boxes to tick, which begin with the same bracket.
      text: {
        33: bounded(labelStartImage),
        91: { ...bounded(labelStartLink), add: 'after' },
        93: bounded(labelEnd),
      },
    },
  ]
}
