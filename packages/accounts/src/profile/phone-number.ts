/**
 * The telephone number in E.164 (`+15551234567`) that a user typed; without a country code it is a North American one.
 * Undefined for anything else.
 */
export function readPhoneNumber(typed: string): string | undefined {
  const text = typed.trim()
  if (!/^\+?[\d\s().-]{7,30}$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  return /^[2-9]\d{9}$/.test(national) ? `+1${national}` : undefined
}
