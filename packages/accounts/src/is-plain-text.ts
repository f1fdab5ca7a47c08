/**
 * The joiners of a text, where they shape what is read: letters of Persian and of the scripts of India, and a picture of
 * several parts. Between letters of other scripts nobody would see them.
 */
const joiner =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})/gu

/** Control characters, characters that nobody sees, ends of lines and what could be a tag. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029<>]/u

/** Whether a text is one line of characters that are seen. */
export const isPlainText = (text: string): boolean => !hidden.test(text.replaceAll(joiner, ''))
