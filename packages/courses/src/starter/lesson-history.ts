import type { StarterLesson } from './starter-lesson.ts'

const transcript = `
No single people invented religious liberty, and none has a clean record with it. The idea grew in many places, was lost and found again, and was often written down first by people who had been refused it. This lesson follows a few steps of that long way. It is a selection; you may know others that belong beside these.

## Early voices

In the third century BCE the emperor Ashoka ruled most of the Indian subcontinent. He had become a Buddhist, yet in the inscription that is known as his twelfth major rock edict he asked his subjects to honour the traditions of others as well as their own, because whoever praises his own by running down another's harms his own. This is not yet a right that a subject could claim against a ruler. But it is a ruler stating, in stone, that difference is no crime.

In the year 313 the emperors Constantine and Licinius agreed on a policy that is remembered as the Edict of Milan. It ended the persecution of Christians and gave *to Christians and to all* the freedom to follow the religion they wished. The breadth of those words did not last: by the end of that century emperors were forbidding other worship. It is an early example of something that happens again and again. A group that has suffered gains power, and forgets.

The Qur'an contains a sentence that has been quoted for centuries in arguments against force: *There is no compulsion in religion* (2:256). Muslim scholars have read it in different ways, and Muslim rulers, like Christian ones, have followed it unevenly. In the sixteenth century the Mughal emperor Akbar ruled over Hindus, Muslims, Jains, Christians and others; his policy of *sulh-i kul*, peace with all, is still cited in India today.

## Peace by agreement

In Europe the Reformation divided countries, cities and families, and the wars that followed were among the worst the continent had seen. Out of exhaustion as much as conviction, some rulers tried agreements. The Diet of Torda in Transylvania in 1568 let preachers teach the gospel as they understood it. In the Warsaw Confederation of 1573 the nobles of Poland and Lithuania promised one another to keep the peace in spite of differences of religion. In 1598 King Henry IV of France issued the Edict of Nantes, which gave the Protestants of France a protected place; in 1685 his grandson Louis XIV took it back, and many thousands fled.

These agreements had two weaknesses. They usually named the groups that were included, so that others stayed outside. And what a ruler grants, a ruler can take away. That is why historians distinguish *toleration*, which is permission, from *liberty*, which is a right.

## From permission to right

Roger Williams was a minister who was banished from the Massachusetts Bay Colony. In 1636 he founded Providence, where civil government was to have no power over religion, and in 1644 he published *The Bloudy Tenent of Persecution*, which argued for the freedom of pagans, Jews, Muslims and *antichristian consciences* too. He was a deeply convinced Christian, and he reasoned from his faith: worship that is forced is no worship.

The colony of Maryland passed an act in 1649 that protected all who professed to believe in Jesus Christ. It was generous for its time, and it also threatened with death those who denied the Trinity. John Locke's *A Letter Concerning Toleration*, published in 1689, gave some of the most influential arguments of all: force cannot produce belief, and the care of souls was never given to the magistrate. Yet Locke did not extend toleration to atheists, whose promises he did not trust. In *Jerusalem*, published in 1783, the philosopher Moses Mendelssohn, a Jew in Prussia, argued that neither church nor state has any right to coerce in matters of belief.

## Written into law

At the end of the century the idea entered constitutions. The Virginia Statute for Religious Freedom, drafted by Thomas Jefferson in 1777 and enacted in 1786, said that no one shall be compelled to support any religious worship or suffer on account of opinions or belief. The French Declaration of 1789 said in its tenth article that no one shall be disturbed for his opinions, even religious ones, provided that their expression does not trouble the public order established by law. And the First Amendment to the Constitution of the United States, ratified in 1791, begins: *Congress shall make no law respecting an establishment of religion, or prohibiting the free exercise thereof.*

The people who enjoyed these texts were at first far fewer than the texts said. Enslaved people in the United States, for instance, were often kept from worship of their own. The words were used later, by those whom their authors had overlooked.

## What to take along

Three patterns run through this history. Freedom was often demanded by those who lacked it and forgotten by the same people once they ruled. Arguments for it came from faith as well as from doubt. And what lasted was not the goodwill of a ruler but a rule that bound the ruler too.
`

/** How the idea grew. */
export const history: StarterLesson = {
  slug: '2',
  title: 'How the idea grew',
  description:
    'From Ashoka’s inscriptions to the constitutions of the eighteenth century: steps forward, and back.',
  transcript: transcript.trim(),
  slides: [
    {
      title: 'How the idea grew',
      lines: ['Lesson 2'],
      says: [
        'No single people invented religious liberty, and none has a clean record with it.',
        'The idea grew in many places, was lost, and was found again.',
      ],
    },
    {
      title: 'Early voices',
      lines: ['Ashoka, third century BCE', 'The Edict of Milan, 313', 'Akbar’s “peace with all”, 1500s'],
      says: [
        'Ashoka asked his subjects to honour the traditions of others as well as their own.',
        'In 313 two Roman emperors gave freedom to Christians and to all.',
        'A group that has suffered gains power, and forgets: that happens again and again.',
      ],
    },
    {
      title: 'Peace by agreement',
      lines: ['Torda, 1568', 'Warsaw, 1573', 'Nantes, 1598, revoked in 1685'],
      says: [
        'After the Reformation, rulers tried agreements between the groups.',
        'They named who was included, so that others stayed outside.',
        'And what a ruler grants, a ruler can take away.',
      ],
    },
    {
      title: 'From permission to right',
      lines: ['Roger Williams, 1644', 'John Locke, 1689', 'Moses Mendelssohn, 1783'],
      says: [
        'Roger Williams reasoned from his faith: worship that is forced is no worship.',
        'Locke wrote that force cannot produce belief.',
        'Mendelssohn denied both church and state any right to coerce belief.',
      ],
    },
    {
      title: 'Written into law',
      lines: ['Virginia, 1786', 'France, 1789', 'The First Amendment, 1791'],
      says: [
        'At the end of the eighteenth century the idea entered constitutions.',
        'The people who enjoyed these texts were at first far fewer than the texts said.',
      ],
    },
    {
      title: 'What to take along',
      lines: [
        'Demanded by those who lack it',
        'Argued from faith and from doubt',
        'A rule that binds the ruler too',
      ],
      says: [
        'Freedom was demanded by those who lacked it, and argued from faith as well as from doubt.',
        'What lasted was a rule that bound the ruler too.',
      ],
    },
  ],
  quizName: 'How the idea grew',
  questions: [
    {
      question: 'What did Ashoka ask for in his twelfth major rock edict?',
      options: [
        'That all his subjects become Buddhists',
        'That the traditions of others be honoured too',
        'That priests of every tradition pay the same taxes as merchants',
        'That public debate about religion should end',
      ],
      answer: 1,
      explanation:
        'He wrote that whoever praises his own tradition by running down another’s harms his own. He did not ask his subjects to convert.',
    },
    {
      question: 'How do historians distinguish *toleration* from *liberty*?',
      options: [
        'Toleration is a permission, liberty a right',
        'Toleration is for groups, liberty only for single persons',
        'Toleration is older, and means exactly the same',
        'Toleration is religious, liberty is political',
      ],
      answer: 0,
      explanation: 'What a ruler grants, a ruler can take away. A right binds the ruler too.',
    },
    {
      question: 'What happened to the Edict of Nantes?',
      options: [
        'It became a part of the French constitution of 1791',
        'It was extended to all religions in 1685',
        'It was never put into force anywhere in France',
        'It was revoked by Louis XIV in 1685',
      ],
      answer: 3,
      explanation: 'Henry IV issued it in 1598; his grandson Louis XIV revoked it, and many thousands fled.',
    },
    {
      question: 'On what did Roger Williams base his argument?',
      options: [
        'On doubt whether any religion is true',
        'On the trade that a tolerant colony attracts',
        'On his faith: forced worship is no worship',
        'On an older law of the Massachusetts Bay Colony that had been forgotten',
      ],
      answer: 2,
      explanation:
        'He was a convinced Christian. Arguments for religious liberty have come from faith as well as from doubt.',
    },
    {
      question: 'Whom did John Locke leave out of toleration, because he did not trust their promises?',
      options: ['Atheists', 'Baptists and Quakers', 'Jews and Muslims', 'Presbyterian ministers in Scotland'],
      answer: 0,
      explanation:
        'Locke’s arguments went further than Locke: force cannot produce belief in anyone, yet he would not tolerate atheists.',
    },
    {
      question: 'What did the Virginia Statute of 1786 say?',
      options: [
        'That only Christians may hold a public office',
        'That the state pays the ministers of all churches in equal parts',
        'That worship takes place in private houses',
        'That no one is compelled to support any worship',
      ],
      answer: 3,
      explanation:
        'Nobody shall be compelled to support any religious worship, or suffer on account of opinions or belief. Jefferson had drafted it in 1777.',
    },
    {
      question: 'Which pattern does the lesson see in the time after the Edict of Milan?',
      options: [
        'Freedom, once declared, was never taken back',
        'A group that had suffered gained power, and forgot',
        'Rulers lost all interest in what their subjects believed or did',
        'Only philosophers cared about the question',
      ],
      answer: 1,
      explanation:
        'The words of 313 included everyone. By the end of that century emperors were forbidding other worship.',
    },
  ],
}
