/** Enough signs to tell an entry from others, too few to use it: `jane@example.com` -> `j•••@example.com`. */
export function maskEntry(text: string): string {
  const plain = text.trim().slice(0, 200)
  const at = plain.indexOf('@')
  if (at > 0) return `${plain.slice(0, 1)}•••${plain.slice(at)}`
  const digits = plain.replace(/[^0-9]/g, '')
  if (digits.length >= 7 && /^[+()0-9 .\-/x]+$/i.test(plain)) return `•••${digits.slice(-2)}`
  return plain.length <= 6 ? `${plain.slice(0, 1)}•••` : `${plain.slice(0, 3)}•••${plain.slice(-2)}`
}
