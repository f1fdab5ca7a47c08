const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base 58 with Bitcoin's alphabet, as multibase writes it after `z`. */
export function encodeBase58(bytes: Uint8Array): string {
  let number = 0n
  for (const byte of bytes) number = number * 256n + BigInt(byte)
  let text = ''
  for (; number > 0n; number /= 58n) text = (alphabet[Number(number % 58n)] ?? '') + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return alphabet[0]?.repeat(zeros === -1 ? bytes.length : zeros) + text
}

/** @throws Error for a character outside the alphabet */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  let number = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit === -1) throw new Error('Not base 58')
    number = number * 58n + BigInt(digit)
  }
  const bytes: number[] = []
  for (; number > 0n; number /= 256n) bytes.unshift(Number(number % 256n))
  const ones = [...text].findIndex((character) => character !== alphabet[0])
  return new Uint8Array([...Array(ones === -1 ? text.length : ones).fill(0), ...bytes])
}
