import type { NewDocument } from '@freeor/content/commands'

/** Title, author, year, where it appeared, what it is about. */
const facts: readonly (readonly [string, string, number, string, string])[] = [
  [
    'Memorial and Remonstrance against Religious Assessments',
    'James Madison',
    1785,
    'A petition to the General Assembly of Virginia',
    'Fifteen arguments against a tax for teachers of the Christian religion. Short, and quoted in cases to this day.',
  ],
  [
    'Dignitatis Humanae (Declaration on Religious Freedom)',
    'Second Vatican Council',
    1965,
    'Promulgated in Rome on 7 December 1965',
    'The Catholic Church’s declaration that the human person has a right to religious freedom, founded on the dignity of the person.',
  ],
  [
    'Nomos and Narrative',
    'Robert M. Cover',
    1983,
    'Harvard Law Review, volume 97, page 4',
    'On communities, religious ones among them, that make law and meaning of their own, and on what a state’s court does when it chooses between them.',
  ],
  [
    'The Origins and Historical Understanding of Free Exercise of Religion',
    'Michael W. McConnell',
    1990,
    'Harvard Law Review, volume 103, page 1409',
    'Reads the founding period as supporting exemptions from general laws for religious practice. To be read with Hamburger’s reply of 1992.',
  ],
  [
    'Formal, Substantive, and Disaggregated Neutrality Toward Religion',
    'Douglas Laycock',
    1990,
    'DePaul Law Review, volume 39, page 993',
    'Everybody favours neutrality, and means different things by it. Sets the meanings apart, with examples.',
  ],
  [
    'A Constitutional Right of Religious Exemption: An Historical Perspective',
    'Philip A. Hamburger',
    1992,
    'George Washington Law Review, volume 60, page 915',
    'Looks at the same founding sources as McConnell and finds no right to be exempted from laws that apply to all.',
  ],
  [
    'Religion and Liberal Democracy',
    'Kathleen M. Sullivan',
    1992,
    'University of Chicago Law Review, volume 59, page 195',
    'Argues that the religion clauses set up a secular public order as the price of ending religious war, and answers those who see bias in that.',
  ],
  [
    'The Vulnerability of Conscience: The Constitutional Basis for Protecting Religious Conduct',
    'Christopher L. Eisgruber and Lawrence G. Sager',
    1994,
    'University of Chicago Law Review, volume 61, page 1245',
    'Religion is protected because it is vulnerable to hostility and neglect, not because it is worth more than other commitments.',
  ],
  [
    'The Intellectual Origins of the Establishment Clause',
    'Noah Feldman',
    2002,
    'New York University Law Review, volume 77, page 346',
    'Traces the clause to an idea of liberty of conscience that was shared across denominations.',
  ],
  [
    'What If Religion Is Not Special?',
    'Micah Schwartzman',
    2012,
    'University of Chicago Law Review, volume 79, page 1351',
    'Asks what follows for the law if no good reason is found for treating religious and secular convictions differently.',
  ],
  [
    'Conscience Wars: Complicity-Based Conscience Claims in Religion and Politics',
    'Douglas NeJaime and Reva B. Siegel',
    2015,
    'Yale Law Journal, volume 124, page 2516',
    'On claims not to take part in what somebody else does, and on what accommodating them may cost third parties.',
  ],
]

/** Articles and documents that are as short as articles. */
export const articles: readonly NewDocument<'reading-list'>[] = facts.map(
  ([name, author, year, source, description]) => ({
    name,
    description,
    data: { type: 'Articles', author, year, source },
  }),
)
