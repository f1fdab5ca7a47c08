/** The letter of an option by its position from 0: options are lettered A to Z. */
export const letterOf = (position: number): string => String.fromCharCode(65 + position)
