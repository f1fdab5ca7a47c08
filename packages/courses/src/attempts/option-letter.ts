/** The letter of an option by its place from 0: options are lettered A to Z. */
export const letterOf = (place: number): string => String.fromCharCode(65 + place)
