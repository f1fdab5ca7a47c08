/** Given names that are frequent in the United States: chosen by us, of no published list. */
const givenNames = new Set(
  `aaron adam alan albert alex alexander alexandra alexis alice alicia allison amanda amber amy andrea andrew angela ann
anna anne anthony antonio april arthur ashley austin barbara benjamin beth betty beverly billy bobby bonnie brandon
brenda brian brittany bruce bryan carl carla carlos carmen carol caroline carolyn carrie catherine charles charlotte
cheryl chris christian christina christine christopher cindy claudia connie craig crystal curtis cynthia dale dan
daniel danielle danny david dawn deborah debra dennis diana diane donald donna doris dorothy douglas dylan earl edward
elaine eleanor elena elizabeth ellen emily emma eric erica erin ethan eugene eva evelyn florence frances francis
francisco frank fred gabriel gail gary george gerald gina glenn gloria grace greg gregory hannah harold harry heather
heidi helen henry holly howard ian isabella jack jacob jacqueline james jamie jane janet janice jason javier jean jeff
jeffery jeffrey jennifer jenny jeremy jerry jesse jessica jill jim jimmy joan joanne joe joel john johnny jon jonathan
jorge jose joseph joshua joyce juan judith judy julia julian julie justin karen kathleen kathryn kathy katie keith kelly
kenneth kevin kim kimberly kristen kristin kyle larry laura lauren laurie lawrence lee leonard leslie linda lindsay lisa
logan lori louis louise lucas luis lynn madison manuel marc marcus margaret maria marie marilyn mario mark martha martin
marvin mary matt matthew megan melanie melissa michael michele michelle miguel mike mildred monica nancy natalie nathan
nicholas nicole noah norma norman olivia pam pamela patricia patrick paul paula pedro peggy peter philip phillip phyllis
rachel ralph randy raymond rebecca regina renee ricardo richard rita robert roberto robin roger ronald rosa rose roy
russell ruth ryan sally sam samantha samuel sandra sara sarah scott sean shannon sharon shawn sheila shirley sophia
stacy stanley stephanie stephen steve steven sue susan suzanne sylvia tammy tara teresa terry theresa thomas tiffany
tim timothy tina todd tom tony tracy travis tyler valerie vanessa veronica victor victoria vincent virginia walter wanda
wayne wendy william willie yolanda yvonne zachary`.split(/\s+/),
)

const word = /^\p{L}[\p{L}'’.-]*$/u
/** What a person's name does not have. */
const firm =
  /\b(inc|llc|ltd|corp|co|company|lp|llp|pc|pllc|plc|gmbh|group|associates|services|center|school|church|bank|trust|the|and|of|st|street|ave|avenue|rd|road|dr|blvd|lane|ln|way|county|city|park)\b/i

/** Whether a text is a frequent given name. */
export const isGivenName = (text: string): boolean => givenNames.has(text.toLowerCase())

/** Whether a text is one word of letters, as a surname or an initial is. */
export const isNameWord = (text: string): boolean => text.length <= 25 && word.test(text)

/** The words of `Ann Smith`, `SMITH, ANN B.`, `SMITH ANN & JOE`, `Dr. Ann B. Smith Jr`; empty for what no person is called. */
function nameParts(text: string): readonly [last: string[], first: string[]] {
  if (text.length > 60) return [[], []]
  const plain = text.replace(/^(?:(?:dr|mr|mrs|ms|prof|rev|hon)\.? +|% *)/i, '').replace(/ & .*/, '')
  if (firm.test(plain)) return [[], []]
  const [last = '', first = ''] = plain.split(/ *, */, 2).map((part) => part.trim())
  const parts = [last, first].map((part) => part.split(/ +/).filter((one) => one !== ''))
  const all = parts.flat()
  return all.length >= 2 && all.length <= 5 && all.every((one) => word.test(one))
    ? [parts[0] ?? [], parts[1] ?? []]
    : [[], []]
}

/** Whether a text could be a person's name: two to five words of letters, none of them a firm's. */
export const isNameShaped = (text: string): boolean => nameParts(text)[0].length > 0

/** Whether a text is the name of a person with a frequent given name. */
export function isPersonName(text: string): boolean {
  const [last, first] = nameParts(text)
  return first[0] === undefined ? last.slice(0, 2).some(isGivenName) : isGivenName(first[0])
}
