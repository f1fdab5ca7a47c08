export function readReplacedWords(glossary: string): Map<string, string>
export function findReplacedWords(
  words: ReadonlyMap<string, string>,
  text: string,
): { line: number; word: string; instead: string }[]
