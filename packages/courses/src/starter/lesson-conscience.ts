import type { StarterLesson } from './starter-lesson.ts'

const transcript = `
Most people hold something that they would not give up if they were ordered to. For some it is faith in God. For some it is a way of life handed down by their family, a discipline of prayer or diet, a duty to the dead. For some it is the conviction that there is no god, and that it would be dishonest to bow to one. Religious liberty is the name for the freedom that all of these people need.

## More than a private matter

The best known statement of this freedom is Article 18 of the Universal Declaration of Human Rights, which the General Assembly of the United Nations adopted on 10 December 1948:

> Everyone has the right to freedom of thought, conscience and religion; this right includes freedom to change his religion or belief, and freedom, either alone or in community with others and in public or private, to manifest his religion or belief in teaching, practice, worship and observance.

Read it slowly and you will find four ideas in one sentence. The right belongs to *everyone*, not to the members of one religion, nor only to religious people. It includes the freedom to *change*. It is held *alone and in community*: a person may pray alone, but a congregation needs a meeting place, teachers and some way to govern itself. And it reaches into *public* life as well as private life.

## Believing and doing

Lawyers often divide the freedom into two parts. The first is what happens inside a person: to believe, to doubt, to stop believing, to search. It is sometimes called by its Latin name, *forum internum*. In international law this inner part is protected without exception. The International Covenant on Civil and Political Rights, adopted in 1966, says that no one shall be subject to coercion which would impair the freedom to have or to adopt a religion or belief of one's choice.

The second part is what a person does because of what they believe: worship, teach, fast, dress, rest on a holy day, refuse to take part in something. This is the outer part, or *forum externum*. Here limits are possible, because what one person does may affect another. The same covenant allows limits only when they are set by law and are necessary to protect public safety, order, health, or morals or the fundamental rights and freedoms of others. Notice the word *necessary*. That a practice is unusual, or disliked by most people, is not on the list.

The line between the two parts is useful, but it is not sharp. To many believers, an unlived faith is no faith at all; a rule that lets them believe anything and do nothing would protect very little. Keep this in mind when you meet the hard cases of lesson 4.

## Who is protected

It is tempting to think of religious liberty as something that believers have and others do not. International law reads it more widely. In 1993 the United Nations Human Rights Committee explained that Article 18 of the covenant protects theistic, non-theistic and atheistic beliefs, as well as the right not to profess any religion or belief. In the same year the European Court of Human Rights wrote that this freedom is one of the most vital elements of the identity of believers, and also a precious asset for atheists, agnostics, sceptics and the unconcerned.

There is a practical reason for that breadth. Nearly everybody is in a minority somewhere. A church that is large in one country is small in the next; a person without religion who is typical of one city is an exception in another. A freedom that protects only those who are already powerful is not needed by them, and does not help anyone else.

## What it is not

Religious liberty does not say that all beliefs are equally true. You may think that your neighbour is mistaken about the most important question in life, say so, and still hold that no one may force them to agree. It does not shield ideas from criticism either: it protects people, who may be argued with. And it does not settle every disagreement. It tells us that a person's conscience counts, so that whoever wants to override it must give a reason that is good enough.

## Three questions to keep

When you read about a dispute, in this course or in a newspaper, try asking three things before you take a side. Whose freedom is involved, and is it only one side's? Is the dispute about what people believe, or about what they do? And if there is to be a limit, what exactly would it protect, and is there a gentler way to do that? You will use these questions in every lesson that follows.
`

/** What religious liberty is. */
export const conscience: StarterLesson = {
  slug: '1',
  title: 'What religious liberty is',
  description: 'Whose freedom it is, what it covers, and the difference between believing and doing.',
  transcript: transcript.trim(),
  slides: [
    {
      title: 'What religious liberty is',
      lines: ['Lesson 1'],
      says: [
        'Most people hold something that they would not give up if they were ordered to.',
        'Religious liberty is the freedom that all of these people need.',
      ],
    },
    {
      title: 'One sentence, four ideas',
      lines: ['Everyone', 'The freedom to change', 'Alone and in community', 'In public and in private'],
      says: [
        'Article 18 of the Universal Declaration of Human Rights was adopted in 1948.',
        'The right belongs to everyone, and it includes the freedom to change.',
        'It is held alone and in community, in public and in private.',
      ],
    },
    {
      title: 'Believing and doing',
      lines: ['The inner part: never coerced', 'The outer part: limits must be necessary'],
      says: [
        'What happens inside a person is protected without exception.',
        'What a person does because of it may be limited,',
        'but only by law, and only where a limit is necessary.',
      ],
    },
    {
      title: 'Who is protected',
      lines: ['Believers of every faith', 'Doubters and seekers', 'People without any religion'],
      says: [
        'Atheists, agnostics, sceptics and the unconcerned are protected as well.',
        'Nearly everybody is in a minority somewhere.',
      ],
    },
    {
      title: 'What it is not',
      lines: ['Not a claim that all beliefs are true', 'Not a shield for ideas against criticism'],
      says: [
        'It does not say that all beliefs are equally true.',
        'It protects people, who may be argued with, and not ideas.',
      ],
    },
    {
      title: 'Three questions to keep',
      lines: ['Whose freedom?', 'Belief or conduct?', 'What would a limit protect?'],
      says: [
        'Whose freedom is involved? Is it about belief or about conduct?',
        'And what exactly would a limit protect? Keep these questions for every lesson.',
      ],
    },
  ],
  quizName: 'What religious liberty is',
  questions: [
    {
      question: 'Whom does Article 18 of the Universal Declaration of Human Rights protect?',
      options: [
        'Members of religions that their state has registered',
        'Everyone',
        'Religious minorities, but not majorities',
        'Citizens of the states that voted for it in 1948',
      ],
      answer: 1,
      explanation:
        'The article begins with the word *everyone*: no religion, status or nationality is asked for.',
    },
    {
      question: 'Which part of the freedom may never be limited in international law?',
      options: [
        'Wearing religious dress in public places',
        'Running a school of one’s own denomination',
        'Having or adopting a belief',
        'Resting from paid work on a holy day',
      ],
      answer: 2,
      explanation:
        'The inner part, the *forum internum*, is protected without exception. The other three are manifestations, which may be limited where that is necessary.',
    },
    {
      question:
        'A law limits a religious practice. Which reason is on the list of the International Covenant on Civil and Political Rights?',
      options: [
        'To protect public health',
        'Most voters find the practice strange',
        'The practice is not required by any scripture',
        'It is newer than the other religions of the country',
      ],
      answer: 0,
      explanation:
        'The covenant names public safety, order, health, morals, and the rights and freedoms of others. Being unusual, disliked or new is no reason.',
    },
    {
      question:
        'What did the Human Rights Committee say in 1993 about people who profess no religion or belief?',
      options: [
        'They are protected only if they belong to an organization',
        'Their protection is left to each state’s constitution',
        'They are covered by freedom of speech instead',
        'Article 18 protects them too',
      ],
      answer: 3,
      explanation:
        'The committee wrote that theistic, non-theistic and atheistic beliefs are protected, and so is the right not to profess any.',
    },
    {
      question: 'Why is the line between believing and doing *not sharp*?',
      options: [
        'Courts have never used it in a judgment',
        'To many believers, an unlived faith is no faith',
        'The covenant does not mention religious practice at all',
        'Most beliefs are held by communities and not by persons',
      ],
      answer: 1,
      explanation:
        'The line is useful to lawyers, but a rule that let people believe anything and do nothing would protect very little.',
    },
    {
      question: 'Which sentence agrees with religious liberty as this lesson describes it?',
      options: [
        'No religious teaching may be criticised in public',
        'Every religion must be regarded as equally true',
        'One may call a belief mistaken, and still not suppress it',
        'A practice that a majority dislikes has to be given up, whatever it means to others',
      ],
      answer: 2,
      explanation:
        'The freedom protects people from force. It does not protect ideas from argument, and it does not say that all ideas are true.',
    },
  ],
}
