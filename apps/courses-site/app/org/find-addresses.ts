/** An address among whatever stands around it in a list or a CSV file. */
const address = /[^\s,;"'<>()[\]:]+@[^\s,;"'<>()[\]:]+\.[^\s,;"'<>()[\]:]+/g

/** Every email address in a text, in lower case and once. */
export const findAddresses = (text: string): string[] => [
  ...new Set((text.match(address) ?? []).map((each) => each.toLowerCase().replace(/\.+$/, ''))),
]
