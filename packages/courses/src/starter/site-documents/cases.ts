import type { NewDocument } from '@freeor/content/commands'

const american = 'Supreme Court of the United States'
const strasbourg = 'European Court of Human Rights'

/** Name, court, year, citation, what it was about. */
const facts: readonly (readonly [string, string, number, string, string])[] = [
  [
    'Reynolds v. United States',
    american,
    1879,
    '98 U.S. 145',
    'A member of the Church of Jesus Christ of Latter-day Saints was convicted of bigamy. The Court drew a line between belief, which law cannot reach, and practice, which it can.',
  ],
  [
    'Cantwell v. Connecticut',
    american,
    1940,
    '310 U.S. 296',
    'Jehovah’s Witnesses went from door to door without a licence. The Court held that free exercise binds the states as well, and that officials may not decide what is a religious cause.',
  ],
  [
    'West Virginia State Board of Education v. Barnette',
    american,
    1943,
    '319 U.S. 624',
    'Schoolchildren could not be made to salute the flag. The opinion rests on freedom of speech and thought, for believers and others alike.',
  ],
  [
    'Everson v. Board of Education',
    american,
    1947,
    '330 U.S. 1',
    'Whether a town may pay for buses to church schools. All nine justices spoke of a wall of separation; they parted five to four on what it meant here.',
  ],
  [
    'Engel v. Vitale',
    american,
    1962,
    '370 U.S. 421',
    'A short prayer composed by state officials for public schools was held to be an establishment of religion, although pupils could stay silent.',
  ],
  [
    'Sherbert v. Verner',
    american,
    1963,
    '374 U.S. 398',
    'A Seventh-day Adventist who would not work on Saturdays was refused unemployment benefits. The state needed a compelling interest, and had none.',
  ],
  [
    'Wisconsin v. Yoder',
    american,
    1972,
    '406 U.S. 205',
    'Amish parents could keep their children from school after the eighth grade. One justice asked who spoke for the children.',
  ],
  [
    'Bijoe Emmanuel v. State of Kerala',
    'Supreme Court of India',
    1986,
    '(1986) 3 SCC 615',
    'Three pupils stood for the national anthem and did not sing, as Jehovah’s Witnesses. Their expulsion was set aside.',
  ],
  [
    'Lyng v. Northwest Indian Cemetery Protective Association',
    american,
    1988,
    '485 U.S. 439',
    'A road through land sacred to Yurok, Karuk and Tolowa people. The Court held that the government may use what is its own land; the dissent said what that would cost.',
  ],
  [
    'Employment Division v. Smith',
    american,
    1990,
    '494 U.S. 872',
    'Two members of the Native American Church lost their jobs and benefits over peyote. A neutral law that applies to all needs no special justification, the Court held; Congress and many states have since legislated otherwise.',
  ],
  [
    'Church of the Lukumi Babalu Aye v. City of Hialeah',
    american,
    1993,
    '508 U.S. 520',
    'City ordinances forbade the animal sacrifice of Santería and little else. Laws aimed at one religion must meet the strictest test.',
  ],
  [
    'Kokkinakis v. Greece',
    strasbourg,
    1993,
    'Application no. 14307/88, judgment of 25 May 1993',
    'The first judgment of that court to find a violation of freedom of religion: a Jehovah’s Witness convicted of proselytism after a talk with a neighbour.',
  ],
  [
    'Christian Education South Africa v. Minister of Education',
    'Constitutional Court of South Africa',
    2000,
    '[2000] ZACC 11',
    'Whether independent Christian schools may use corporal punishment because parents believe in it. The court weighed the parents’ religion against the children’s dignity.',
  ],
  [
    'Multani v. Commission scolaire Marguerite-Bourgeoys',
    'Supreme Court of Canada',
    2006,
    '2006 SCC 6',
    'A Sikh pupil and his kirpan in a public school. A total ban was not justified where safe conditions were possible.',
  ],
  [
    'Lautsi and Others v. Italy',
    strasbourg,
    2011,
    'Application no. 30814/06, Grand Chamber, judgment of 18 March 2011',
    'Crucifixes in the classrooms of state schools. The Grand Chamber left the question to Italy, reversing the chamber before it.',
  ],
  [
    'Bayatyan v. Armenia',
    strasbourg,
    2011,
    'Application no. 23459/03, Grand Chamber, judgment of 7 July 2011',
    'Conscientious objection to military service comes under freedom of conscience, the court held, departing from its earlier case law.',
  ],
  [
    'Hosanna-Tabor Evangelical Lutheran Church and School v. EEOC',
    american,
    2012,
    '565 U.S. 171',
    'Whether the law on discrimination in employment reaches a church’s choice of its ministers. Unanimously: it does not.',
  ],
  [
    'Eweida and Others v. United Kingdom',
    strasbourg,
    2013,
    'Applications nos. 48420/10, 59842/10, 51671/10 and 36516/10, judgment of 15 January 2013',
    'Four people and their employers: two about wearing a cross, two about serving same-sex couples. One of the four succeeded.',
  ],
  [
    'Burwell v. Hobby Lobby Stores, Inc.',
    american,
    2014,
    '573 U.S. 682',
    'Closely held companies objected to paying for some forms of contraception. The Court applied the Religious Freedom Restoration Act to them, five to four.',
  ],
  [
    'S.A.S. v. France',
    strasbourg,
    2014,
    'Application no. 43835/11, Grand Chamber, judgment of 1 July 2014',
    'The French ban on covering the face in public was upheld in the name of “living together”. Two judges dissented.',
  ],
  [
    'Holt v. Hobbs',
    american,
    2015,
    '574 U.S. 352',
    'A Muslim prisoner wished to grow a half-inch beard. Unanimously: the prison could not show why he may not.',
  ],
  [
    'Masterpiece Cakeshop v. Colorado Civil Rights Commission',
    american,
    2018,
    '584 U.S. 617',
    'A baker would not make a cake for the wedding of two men. The decision turned on hostility to his religion shown by the commission, and left the larger question open.',
  ],
  [
    'Kennedy v. Bremerton School District',
    american,
    2022,
    '597 U.S. 507',
    'A football coach prayed on the field after games. The majority saw his private prayer, the dissent a public school’s official.',
  ],
  [
    'Groff v. DeJoy',
    american,
    2023,
    '600 U.S. 447',
    'A postal worker’s Sunday. An employer must show that an accommodation would mean substantial increased costs for its business.',
  ],
]

/** Decisions of courts. The author is the court, the source the citation. */
export const cases: readonly NewDocument<'reading-list'>[] = facts.map(
  ([name, author, year, source, description]) => ({
    name,
    description,
    data: { type: 'Cases', author, year, source },
  }),
)
