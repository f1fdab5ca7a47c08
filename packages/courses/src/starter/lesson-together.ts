import type { StarterLesson } from './starter-lesson.ts'

const transcript = `
Constitutions and courts matter, but most of religious liberty happens where no judge ever looks: in kitchens, classrooms, offices, hospital rooms and on building committees. A country may have excellent laws and be a hard place to differ in. This last lesson is about the part that cannot be delegated.

## Rights need habits

A right on paper is used only by those who dare. Someone who expects to be laughed at will not ask for an hour to pray, or will not say that they would rather not pray. Whether people dare depends on habits: how a teacher reacts to the first question, what a manager does with the first request, whether a joke is repeated. Habits are made by ordinary people, and they can be changed by them.

It helps to remember that the burden of explaining usually falls on whoever differs. The majority's holidays are in the calendar already, its food in the canteen, its assumptions in the forms. None of this is malice. It only means that those who need nothing should sometimes ask first.

## Three places

**At school.** Children bring what they have learnt at home, and find that others have learnt something else. A good school teaches *about* religions and about life without religion, accurately and without preaching, so that no child hears their family described in words that the family would not recognise. It does not ask a child to speak for a whole tradition. And it lets a child stay out of an act of worship without making a scene of it.

**At work.** Most requests are small: a day exchanged, a quiet place for ten minutes, a meal that can be eaten, a beard under a mask. A fair employer asks what is needed, looks for a way, and says no only with a reason that would also convince somebody who is not involved. A fair employee asks early, offers to carry a share of what nobody likes, and remembers that colleagues have consciences too.

**In illness.** People in hospital are frightened and undressed, and dependent on strangers. Ask, and do not assume: a name does not tell you what somebody believes, nor does a passport. Does this patient want a chaplain, a priest, a rabbi, an imam, a humanist visitor, or to be left alone? Who should be present, and who should touch the body after death? The question itself is a form of respect.

## Talking about what matters

Some advice has proved useful across very different communities.

- *Ask about people before you ask about doctrines.* "What does this day mean in your family?" opens more doors than "How can you believe that?"
- *Let others define themselves.* Do not tell a person what their religion really teaches, or that their unbelief is only a phase.
- *Compare fairly.* Measure the ideals of the other against your own ideals, and their failures against your own failures. It is unfair to compare your best with their worst.
- *Leave room for no.* An invitation that cannot be declined is pressure. People may share what they believe, warmly and openly; the other may say thank you, and no.
- *Notice who is missing.* Some are silent because they agree, and some because they have given up.

## When you are the majority, and when you are not

If your own community is large where you live, your freedom is safe for the moment, and your task is to use your weight for others. Speak up for the neighbours whose building permit is delayed for the third time, even if you would never enter their building. Those who defend only their own are seen, correctly, as defending themselves.

If your community is small, your task is harder, and you know it better than any course can teach it. Know your rights, and ask for them calmly. Look for friends outside. And within your own community, guard the freedom of those who differ from you: the ones who doubt, the ones who wish to leave, the ones who are stricter than you, or less strict. A community that is free outside and unfree inside has understood only half.

## What one person can do

You do not need an office. Learn the name and the greeting of one feast that is not yours, and find out why it matters. Correct a false story about a group to which you do not belong. Read one text, at first hand, of a tradition that you have only heard about. Visit, when you are invited. If someone is shouted down for what they believe or do not believe, sit down beside them. And when you next disagree about something deep, try the exercise of lesson 4: say what the other means, until the other says yes.

Here is a last thought. Nobody can be argued into a freedom that they have never seen. Those who meet it in a neighbour, a teacher or a nurse rarely forget it, and some of them pass it on. That is how the idea has travelled all along, long before it was written down.
`

/** Living it together. */
export const together: StarterLesson = {
  slug: '5',
  title: 'Living it together',
  description:
    'School, work, hospital and neighbourhood: the part of religious liberty that no court can do for us.',
  transcript: transcript.trim(),
  slides: [
    {
      title: 'Living it together',
      lines: ['Lesson 5'],
      says: [
        'Most of religious liberty happens where no judge ever looks.',
        'This last lesson is about the part that cannot be delegated.',
      ],
    },
    {
      title: 'Rights need habits',
      lines: ['A right is used by those who dare', 'Habits decide whether people dare'],
      says: [
        'A right on paper is used only by those who dare.',
        'Those who need nothing should sometimes ask first.',
      ],
    },
    {
      title: 'Three places',
      lines: ['At school', 'At work', 'In illness'],
      says: [
        'A good school teaches about religions, accurately and without preaching.',
        'A fair employer says no only with a reason that would convince an outsider.',
        'In illness: ask, and do not assume.',
      ],
    },
    {
      title: 'Talking about what matters',
      lines: [
        'Ask about people first',
        'Let others define themselves',
        'Compare fairly',
        'Leave room for no',
      ],
      says: [
        'Let others define themselves, and compare fairly.',
        'It is unfair to compare your best with their worst.',
        'An invitation that cannot be declined is pressure.',
      ],
    },
    {
      title: 'Majority and minority',
      lines: ['Use your weight for others', 'Guard those who differ inside'],
      says: [
        'Where your community is large, use its weight for others.',
        'Where it is small, know your rights, and guard those who differ within it.',
      ],
    },
    {
      title: 'What one person can do',
      lines: ['Learn one feast', 'Correct one false story', 'Read one text at first hand'],
      says: [
        'Learn about one feast that is not yours. Correct one false story.',
        'Those who meet this freedom in a neighbour rarely forget it, and some pass it on.',
      ],
    },
  ],
  quizName: 'Living it together',
  questions: [
    {
      question: 'Why do rights need habits, according to the lesson?',
      options: [
        'Because judges decide by custom and not by law',
        'Because habits are easier to write down than rights',
        'Because a majority’s habits are usually right',
        'Because a right is used only by those who dare',
      ],
      answer: 3,
      explanation:
        'Whether people dare to ask depends on how the first question and the first request are met.',
    },
    {
      question: 'What does a good school do, as the lesson describes it?',
      options: [
        'It avoids every mention of religion',
        'It teaches about religions without preaching',
        'It lets each child explain to the class what their religion teaches',
        'It holds a short prayer that suits all religions',
      ],
      answer: 1,
      explanation:
        'It teaches accurately, about life without religion too, and makes no child speak for a whole tradition.',
    },
    {
      question: 'When should an employer say no to a request?',
      options: [
        'With a reason that would convince an outsider too',
        'Whenever other employees have not asked for the same thing',
        'When the request is about religion',
        'As soon as a colleague objects to it',
      ],
      answer: 0,
      explanation:
        'A fair employer asks what is needed, looks for a way, and refuses only for a reason that others can accept.',
    },
    {
      question: 'What does it mean to *compare fairly*?',
      options: [
        'To count the good and bad deeds of each side',
        'To hold that all traditions teach the same',
        'To compare ideals with ideals, and failures with failures',
        'To compare only traditions that are equally old and about equally widespread',
      ],
      answer: 2,
      explanation: 'It is unfair to measure your own best against another’s worst.',
    },
    {
      question: 'A colleague invites you to a service of her community. When is this *pressure*?',
      options: [
        'Whenever the invitation is a warm one',
        'When it cannot be declined',
        'As soon as she hopes that you will like it and come back',
        'When it is the second invitation in a year',
      ],
      answer: 1,
      explanation:
        'People may share what they believe, warmly and openly; the other may say thank you, and no.',
    },
    {
      question: 'What is the task of a community that is small where it lives, *within its own walls*?',
      options: [
        'To keep disagreements secret from outsiders',
        'To grow until it is the majority and can decide',
        'To ask the state to settle its disputes',
        'To guard the freedom of members who differ',
      ],
      answer: 3,
      explanation: 'A community that is free outside and unfree inside has understood only half.',
    },
  ],
}
