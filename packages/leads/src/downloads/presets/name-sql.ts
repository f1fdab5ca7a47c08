/*
 * The names of a person, as SQL. "Ada Lovelace", "Lovelace, Ada" and "Ada Lovelace, PhD" are all Lovelace: what stands
 * behind a comma is a first name, unless it is a suffix.
 */

const generation = 'jr|sr|ii|iii|iv'
/** Only behind a comma: Do and Pa are last names too. */
const degree = 'm[.]?d|ph[.]?d|d[.]?d[.]?s|d[.]?m[.]?d|d[.]?o|j[.]?d|d[.]?v[.]?m|esq|cpa|rn|pe|mba|pa|r[.]?ph'

const bare = (name: string): string =>
  `trimBoth(replaceRegexpOne(${name}, '(?i)(?:[, ]+(?:${generation})[.]?|, *(?:${degree})[.]?)+ *$', ''))`

const words = (text: string): string => `splitByWhitespace(${text})`

/** '' for a blank name. */
export function lastNameSql(name: string): string {
  const plain = bare(name)
  return `if(position(${plain}, ',') > 0, trimBoth(splitByChar(',', ${plain})[1]), ${words(plain)}[-1])`
}

/** All but the last name; '' where there is one word. */
export function firstNameSql(name: string): string {
  const plain = bare(name)
  return `if(position(${plain}, ',') > 0, trimBoth(splitByChar(',', ${plain})[2]),
    arrayStringConcat(arrayPopBack(${words(plain)}), ' '))`
}
