import type { StarterLesson } from './starter-lesson.ts'

const transcript = `
An idea protects no one until somebody can insist on it. This lesson looks at how law turns religious liberty into something a person can claim: where it is written, how states arrange themselves toward religion, and how judges decide when a limit goes too far. Laws differ and change. The aim is not to know them all but to recognise the questions that they answer.

## Where it is written

You met the two great international texts in lesson 1: the Universal Declaration of 1948, which is a declaration, and the International Covenant on Civil and Political Rights of 1966, which is a treaty and binds the states that joined it. The covenant goes one step further than most people know: even in a public emergency that threatens the life of the nation, a state may not set Article 18 aside.

There are regional treaties too. Article 9 of the European Convention on Human Rights protects freedom of thought, conscience and religion, and people can bring complaints to a court in Strasbourg. The American Convention on Human Rights and the African Charter on Human and Peoples' Rights have articles of their own.

Most constitutions protect the freedom as well, each in its own words. The First Amendment of the United States forbids Congress to establish a religion or to prohibit its free exercise. Article 25 of the Constitution of India gives all persons freedom of conscience and the right freely to profess, practise and propagate religion, subject to public order, morality and health. Section 15 of the Constitution of South Africa gives everyone the right to freedom of conscience, religion, thought, belief and opinion.

## How states stand toward religion

States have arranged themselves in several ways, and thoughtful people defend each of them.

- **An established religion.** England has an established church, and Denmark supports one under its constitution. Supporters say that this gives a nation a shared form for public life while others remain free. Critics say that it makes citizens of other beliefs feel like guests.
- **Cooperation.** In Germany the state has no church, but it works with religious communities, for example in collecting their taxes and in religious education. Supporters see a state that is open to all; critics ask whether small or loosely organised communities can profit equally.
- **Separation.** In the United States government may neither establish a religion nor prohibit its free exercise. Supporters see both government and faith protected from each other; people disagree about how high the wall should be.
- **Laicity.** In France a law of 1905 separated churches and state, and public institutions are to be visibly neutral. Supporters see equality for all citizens; critics say that it asks too much of those whose faith is visible.

No arrangement guarantees freedom by its name. There are states with an established religion in which minorities live freely, and states that call themselves secular in which they do not. It is better to ask what happens to a person who differs.

## How limits are tested

When somebody says that a law restricts their religious practice, courts around the world ask questions that are much alike. Was the practice really restricted? Is the limit set by law, so that people can know it beforehand? Does it pursue a legitimate aim, such as safety, health or the rights of others? And is it necessary: does it serve that aim, and is there no gentler way? This last step is often called *proportionality*.

In the United States the courts have gone back and forth about how strict the test should be. In *Sherbert v. Verner* (1963) a Seventh-day Adventist had lost her job because she would not work on Saturday, her Sabbath, and was refused unemployment benefits. The Supreme Court held that such a burden needs a compelling interest of the state. In *Employment Division v. Smith* (1990), about the sacramental use of peyote, it held that a neutral law that applies to everybody does not need one. Congress answered in 1993 with the Religious Freedom Restoration Act, which brought the strict test back by statute; today it binds the federal government.

## Three judgments

In *West Virginia State Board of Education v. Barnette* (1943), in the middle of a war, the Supreme Court of the United States held that schools may not compel children to salute the flag. The children were Jehovah's Witnesses; the court relied on the freedom of speech, which includes the freedom not to speak.

In *Kokkinakis v. Greece* (1993) the European Court of Human Rights decided for a man who had been convicted of proselytism for speaking with a neighbour about his faith. To bear witness is protected; improper pressure is not.

In *Multani* (2006) the Supreme Court of Canada decided that a school board could not forbid a Sikh student altogether to wear a kirpan, a small ceremonial dagger. The conditions that had been worked out earlier, that it be sealed and worn under clothing, met the concern for safety. An absolute ban went further than was necessary.

You need not agree with each of these decisions. Notice rather what they share: the court took the conscience of one person seriously enough to ask the state for its reasons.
`

/** How law protects it. */
export const law: StarterLesson = {
  slug: '3',
  title: 'How law protects it',
  description: 'Where the freedom is written, how states stand toward religion, and how a limit is tested.',
  transcript: transcript.trim(),
  slides: [
    {
      title: 'How law protects it',
      lines: ['Lesson 3'],
      says: [
        'An idea protects no one until somebody can insist on it.',
        'This lesson is about how law turns religious liberty into something to claim.',
      ],
    },
    {
      title: 'Where it is written',
      lines: ['Treaties between states', 'Regional conventions', 'Constitutions'],
      says: [
        'The freedom is written in treaties, in regional conventions and in constitutions.',
        'Even in a public emergency, a state may not set Article 18 of the covenant aside.',
      ],
    },
    {
      title: 'How states stand toward religion',
      lines: ['Establishment', 'Cooperation', 'Separation', 'Laicity'],
      says: [
        'States stand toward religion in several ways, and thoughtful people defend each.',
        'No arrangement guarantees freedom by its name.',
        'Ask what happens to a person who differs.',
      ],
    },
    {
      title: 'How limits are tested',
      lines: ['Set by law?', 'A legitimate aim?', 'Necessary, with no gentler way?'],
      says: [
        'Courts ask whether a limit is set by law and pursues a legitimate aim.',
        'And is it necessary? Is there no gentler way? That is called proportionality.',
      ],
    },
    {
      title: 'Two strengths of test',
      lines: ['Sherbert v. Verner, 1963', 'Employment Division v. Smith, 1990'],
      says: [
        'In 1963 the Supreme Court of the United States asked for a compelling interest.',
        'In 1990 it held that a neutral law that applies to everybody needs none.',
        'In 1993 Congress brought the strict test back by statute.',
      ],
    },
    {
      title: 'Three judgments',
      lines: ['Barnette, 1943', 'Kokkinakis, 1993', 'Multani, 2006'],
      says: [
        'A salute that was compelled, a conversation that was punished, a kirpan that was banned.',
        'Each court took the conscience of one person seriously enough to ask for reasons.',
      ],
    },
  ],
  quizName: 'How law protects it',
  questions: [
    {
      question: 'How does the covenant of 1966 differ from the Universal Declaration of 1948?',
      options: [
        'It is older and has more articles',
        'It protects states and not persons',
        'It is a treaty, which binds the states that joined',
        'It was written for Europe, the declaration for the rest of the world',
      ],
      answer: 2,
      explanation: 'A declaration states what ought to be. A treaty binds those who join it.',
    },
    {
      question: 'May a state set Article 18 of the covenant aside in a public emergency?',
      options: [
        'Yes, for as long as its parliament decides',
        'Yes, if it informs the United Nations beforehand',
        'Only for minorities that are not registered',
        'No',
      ],
      answer: 3,
      explanation:
        'Some rights may be suspended in an emergency that threatens the life of the nation. This one may not.',
    },
    {
      question: 'What does the lesson say about the different arrangements between state and religion?',
      options: [
        'None guarantees freedom by its name',
        'Only separation is compatible with religious liberty',
        'An established religion always harms minorities',
        'States with laicity have the fewest disputes about religion',
      ],
      answer: 0,
      explanation: 'Ask what happens to a person who differs. The name of an arrangement does not tell.',
    },
    {
      question: 'What is *proportionality*?',
      options: [
        'Public money is shared by the number of members',
        'A limit serves its aim, and no gentler way would do',
        'Every religion gets the same time in public broadcasts',
        'A majority decides how much freedom a minority gets',
      ],
      answer: 1,
      explanation:
        'It is the last step of the test: a limit must serve a legitimate aim and go no further than necessary.',
    },
    {
      question: 'What did *Employment Division v. Smith* (1990) hold?',
      options: [
        'Every burden on religion needs a compelling interest',
        'Religious practice is not protected by the constitution at all',
        'Congress may not write statutes about religion',
        'A neutral law for everybody needs no compelling interest',
      ],
      answer: 3,
      explanation:
        'Congress answered in 1993 with the Religious Freedom Restoration Act, which brought the strict test back by statute.',
    },
    {
      question: 'Why could the school board in *Multani* (2006) not ban the kirpan altogether?',
      options: [
        'A total ban went further than necessary',
        'Safety is not a legitimate aim for a school',
        'Schools have no authority over what students wear or carry',
        'The student promised not to wear it on weekdays',
      ],
      answer: 0,
      explanation:
        'Sealed and worn under clothing, it met the concern for safety. Safety itself is a legitimate aim.',
    },
    {
      question: 'What was protected in *Kokkinakis v. Greece* (1993)?',
      options: [
        'Any means of winning converts',
        'Speaking with a neighbour about one’s faith',
        'The refusal to serve in the army for reasons of conscience',
        'The use of a public building for worship',
      ],
      answer: 1,
      explanation: 'To bear witness is protected; improper pressure is not.',
    },
  ],
}
