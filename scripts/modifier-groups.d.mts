export function findModifierGroups(text: string): { readonly line: number; readonly group: string }[]
