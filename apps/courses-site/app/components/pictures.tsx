/** The site's own drawings, in the accent and the text's colour. */

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const faint = { ...line, opacity: 0.35 } as const

/** A shelf with one gap: nothing at this address. */
export function EmptyShelf() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path {...line} d="M20 132h240" />
      <path {...line} d="M44 132V52h22v80M66 132V40h18v92M84 132V60h26v72" />
      <path {...line} strokeDasharray="5 7" d="M118 132V48h26v84" />
      <path {...line} d="M154 132V56h20v76M174 132V44h24v88M204 130l20-74 18 5-20 71" />
      <path {...faint} d="M50 66h10M72 56h6M91 76h12M160 72h8M181 60h10" />
    </svg>
  )
}

/** A closed book with a clasp. */
export function LockedBook() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path d="M84 28h104a8 8 0 018 8v96H92a8 8 0 01-8-8z" fill="currentColor" opacity="0.12" />
      <path {...line} d="M84 28h104a8 8 0 018 8v96H92a8 8 0 010-16h104M84 28v96" />
      <path {...line} d="M196 70h16v24h-16z" />
      <circle cx="204" cy="82" r="3" fill="currentColor" />
      <path {...faint} d="M104 52h60M104 64h40" />
    </svg>
  )
}

/** A torn page. */
export function TornPage() {
  return (
    <svg viewBox="0 0 280 160" aria-hidden="true">
      <path {...line} d="M92 20h96v60l-14 10-12-8-16 12-14-10-16 10-12-8-12 8z" />
      <path {...line} d="M88 110l14-8 12 8 16-10 14 10 16-12 12 8 14-10 4 44H86z" />
      <path {...faint} d="M108 38h64M108 50h64M108 62h40M104 126h68M104 138h44" />
    </svg>
  )
}

/** An open book under a lamp, its pages still blank. */
export function OpenBook() {
  return (
    <svg viewBox="0 0 560 400" aria-hidden="true">
      <path d="M280 60l150 190H130z" fill="currentColor" opacity="0.07" />
      <path {...line} d="M280 8v26M244 60c0-18 16-28 36-28s36 10 36 28z" />
      <path
        d="M280 262c-44-30-118-34-196-18v112c78-16 152-12 196 18 44-30 118-34 196-18V244c-78-16-152-12-196 18z"
        fill="var(--surface-raised)"
      />
      <path
        {...line}
        d="M280 262c-44-30-118-34-196-18v112c78-16 152-12 196 18 44-30 118-34 196-18V244c-78-16-152-12-196 18zm0 0v112"
      />
      <path {...line} d="M72 252l-16 4v114c86-16 172-14 224 20 52-34 138-36 224-20V256l-16-4" />
      <path {...faint} d="M112 268c48-8 92-5 132 8M112 292c48-8 92-5 132 8M112 316c36-6 68-6 98 0" />
      <path {...faint} strokeDasharray="4 8" d="M316 276c40-13 84-16 132-8M316 300c40-13 84-16 132-8" />
      <path {...line} d="M402 240v66l12-10 12 10v-62" />
    </svg>
  )
}
