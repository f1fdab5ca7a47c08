const plain = '0123456789+-=()aeoxhklmnpstijruv'
const below = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ'
const above = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵉᵒˣʰᵏˡᵐⁿᵖˢᵗⁱʲʳᵘᵛ'

/** Text below or above the line: by its own characters where all exist, else `_(x)` or `^(x)`. */
export function toScript(text: string, place: 'sub' | 'sup'): string {
  const signs = place === 'sub' ? below : above
  const given = [...text.replace(/[−–]/g, '-')]
  if (given.length === 0) return ''
  if (given.every((sign) => plain.includes(sign)))
    return given.map((sign) => signs[plain.indexOf(sign)]).join('')
  const mark = place === 'sub' ? '_' : '^'
  return given.length === 1 ? `${mark}${text}` : `${mark}(${text})`
}
