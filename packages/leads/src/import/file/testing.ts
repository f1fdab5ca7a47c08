/**
 * Reads what `RowBlock` writes: the rows of each block, as texts.
 * @throws Error for a type that it does not write
 */
export function readBlocks(bytes: Buffer): string[][][] {
  const blocks: string[][][] = []
  let at = 0
  const number = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] as number
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  const text = (): string => {
    const length = number()
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  const wholeNumber = (): string => {
    at += 8
    return String(bytes.readBigUInt64LE(at - 8))
  }
  while (at < bytes.length) {
    const [columns, rows] = [number(), number()]
    const block = Array.from({ length: rows }, (): string[] => [])
    for (let column = 0; column < columns; column++) {
      text()
      const type = text()
      for (const row of block) {
        if (type === 'String') row.push(text())
        else if (type === 'UInt64') row.push(wholeNumber())
        else throw new Error(`No block has the type ${type}`)
      }
    }
    blocks.push(block)
  }
  return blocks
}
