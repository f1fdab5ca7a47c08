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
