/** The site's own drawings, in the accent and the text's colour. */

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const faint = { ...line, opacity: 0.35 } as const

/** An empty plain under a lone hexagon: nothing at this address. */
export function EmptyPlain() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path {...faint} d="M0 122h280M24 138h232M60 152h160" />
      <path {...line} strokeDasharray="6 7" d="M140 26l38 22v44l-38 22-38-22V48z" />
      <path {...line} d="M140 122v-8M52 122v-14m0 0l-8-8m8 2l7-9M236 122v-10m0 0l6-7" />
      <circle {...faint} cx="226" cy="34" r="14" />
    </svg>
  )
}

/** A hexagon with a keyhole, among its neighbours. */
export function LockedHex() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path {...faint} d="M64 58l28 16v32l-28 16-28-16V74zM216 58l28 16v32l-28 16-28-16V74z" />
      <path d="M140 22l48 28v56l-48 28-48-28V50z" fill="currentColor" opacity="0.12" />
      <path {...line} d="M140 22l48 28v56l-48 28-48-28V50z" />
      <path d="M140 62a11 11 0 016 20l4 18h-20l4-18a11 11 0 016-20z" fill="currentColor" />
    </svg>
  )
}

/** A folded map with a tear across it. */
export function TornMap() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path {...line} d="M40 40l60-16 36 10-8 22 14 18-12 20 10 30-40 12-60-16z" />
      <path {...line} d="M158 30l22-6 60 16v84l-60 16-24-8-10-30 12-20-14-18z" />
      <path {...faint} d="M100 24v104M180 24v116M60 70l22 10M206 66l18 22m0-22l-18 22" />
    </svg>
  )
}
