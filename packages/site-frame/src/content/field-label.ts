import { contentTexts } from './content-texts.ts'

/** What a field of the form is called: `name`, or `data.lead`. */
export function labelOf(name: string): string {
  const words = contentTexts
  const own = name.replace(/^data\./, '').split('.')[0] ?? ''
  if (own in words.fields) return words.fields[own as keyof typeof words.fields]
  return own === 'name' ? words.name : own === 'themeColor' ? words.themeColor : words.description
}
