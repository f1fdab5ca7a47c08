import type { StarterLesson } from './starter-lesson.ts'

const transcript = `
So far the cases have had one person on one side and the state on the other. Many of the hardest questions look different: two people, or two groups, who each have something at stake that deserves respect. This lesson gives you a way to think about such cases. It does not give you the answers, and it does not hide that honest people reach different ones.

## Why these cases are hard

A freedom that never met another interest would be easy to grant. But religious people work, teach, heal, sell, rent and govern, and so do people without religion. Where their lives touch, the freedom of one may weigh on another. Calling one side bigoted or the other side godless makes such a case seem easy. It also makes it impossible to solve.

Two mistakes are common. The first is to treat religious liberty as a trump that beats everything else. No legal system does that: nobody may harm others and answer that it was an act of worship. The second is to treat it as a mere preference, like a taste in music, which must give way whenever it is inconvenient. No serious account of human rights does that either. The work lies between the two.

## Five questions

Here is an order of questions that many judges and mediators use, in one form or another.

1. **What exactly is at stake for each side?** Ask the people themselves. What looks like stubbornness from outside may be a duty; what looks like an inconvenience may be a humiliation.
2. **Is anyone asked to act against conscience, or to bear a cost so that somebody else need not?** Both can be true at the same time.
3. **How heavy is each burden, and on whom does it fall?** Losing a job is heavier than being reminded of another's opinion. Being turned away may be heavier than it looks if it happens often.
4. **Is there an accommodation?** A changed shift, a colleague who steps in, another room, an exemption with a substitute duty. Very often there is, once people look for it together.
5. **If not, who decides, and what remains?** A decision that goes against someone should leave them as much freedom as possible, and say why.

## Serving in the army

For centuries some people have refused to bear arms because of what they believe: Mennonites, Quakers, Jehovah's Witnesses, and many pacifists whose reasons were not religious. Others answer that the defence of a country is a duty shared by all, and that it is unfair to leave it to one's neighbour. Many states found an accommodation: a civilian service of comparable length. In *Bayatyan v. Armenia* (2011) the Grand Chamber of the European Court of Human Rights decided that a man who had been imprisoned for refusing military service on grounds of conscience, in a state that offered no genuine alternative, had been wronged.

## Symbols at work

In 2013 the same court decided four British complaints together, under the name *Eweida and Others*. An airline employee wished to wear a small cross visibly with her uniform; the court found that her employer's wish for a certain image had been given too much weight. A nurse had been asked to remove a cross on a chain; there the court accepted the hospital's reason, the safety of patients and staff. Two others had declined to provide certain services to same-sex couples, one as a registrar and one as a counsellor; there the court accepted that their employers could insist on a policy of equal treatment. Four people, one right, different results: the reasons on the other side made the difference. Two of the seven judges would have decided in favour of the registrar.

## The face in public

In 2010 France forbade concealing the face in public places. In *S.A.S. v. France* (2014) a woman who wore a full veil by her own choice complained. The court rejected most of the reasons that the state had given. But it accepted, by a majority, that a state may regard the visible face as a condition of *living together*. Two judges dissented: they wrote that there is no right not to be shocked by what others wear, and that a freedom had been sacrificed to an abstract principle. Read both sides before you decide which is more convincing.

## Words that wound

May one mock what others hold sacred? Some countries punish blasphemy; a number of European countries have abolished such laws in recent decades. Those who defend the laws say that an attack on what is sacred is an attack on the people who revere it. Those who oppose them say that such laws are used against minorities and reformers, and that believers lose by them too, because one person's creed is another person's blasphemy. International bodies distinguish between criticism of a religion, however sharp, and incitement to hatred or violence against the people who follow it. The first is protected. The second is not.

## Fairness to the other side

There is a simple exercise that changes how people disagree. Before you state your own view, state the other's so well that its holder says: yes, that is what I mean. You will not always be persuaded. But you will be arguing with a person, and not with a picture.
`

/** When freedoms meet. */
export const conflicts: StarterLesson = {
  slug: '4',
  title: 'When freedoms meet',
  description: 'Five questions for the hard cases, and what courts and neighbours have made of some of them.',
  transcript: transcript.trim(),
  slides: [
    {
      title: 'When freedoms meet',
      lines: ['Lesson 4'],
      says: [
        'In the hardest cases, each side has something at stake that deserves respect.',
        'This lesson gives you a way to think about them. It does not give you the answers.',
      ],
    },
    {
      title: 'Two common mistakes',
      lines: ['A trump that beats everything', 'A mere preference that always gives way'],
      says: [
        'Religious liberty is no trump: nobody may harm others and call it worship.',
        'It is no mere preference either. The work lies between the two.',
      ],
    },
    {
      title: 'Five questions',
      lines: [
        'What is at stake for each?',
        'Who bears a cost for whom?',
        'How heavy is it?',
        'Is there an accommodation?',
        'Who decides, and what remains?',
      ],
      says: [
        'Ask what is at stake for each side, and ask the people themselves.',
        'How heavy is each burden, and on whom does it fall?',
        'Very often there is an accommodation, once people look for it together.',
      ],
    },
    {
      title: 'Serving in the army',
      lines: [
        'Refusal for reasons of conscience',
        'Civilian service as a way out',
        'Bayatyan v. Armenia, 2011',
      ],
      says: [
        'Some people refuse to bear arms; others answer that defence is a duty of all.',
        'Many states found an accommodation: a civilian service.',
      ],
    },
    {
      title: 'Symbols at work, faces in public',
      lines: ['Eweida and Others, 2013', 'S.A.S. v. France, 2014'],
      says: [
        'Four people, one right, different results: the other side’s reasons made the difference.',
        'Read both the majority and the dissent before you decide.',
      ],
    },
    {
      title: 'Words that wound',
      lines: ['Criticism of a religion: protected', 'Incitement against its people: not'],
      says: [
        'Criticism of a religion, however sharp, is protected.',
        'Incitement to hatred or violence against the people who follow it is not.',
      ],
    },
    {
      title: 'Fairness to the other side',
      lines: ['Say it so well', 'that they say: yes, that is what I mean'],
      says: [
        'Before you state your own view, state the other’s so well that its holder agrees.',
        'Then you are arguing with a person, and not with a picture.',
      ],
    },
  ],
  quizName: 'When freedoms meet',
  questions: [
    {
      question: 'Which two mistakes does the lesson warn of?',
      options: [
        'To read too many judgments, and too few',
        'To ask believers, and to ask unbelievers',
        'To make the freedom a trump, or a mere preference',
        'To look for an accommodation before, and not after, a court has been asked',
      ],
      answer: 2,
      explanation: 'The work lies between a trump that beats everything and a taste that always gives way.',
    },
    {
      question: 'Which of these is an *accommodation*?',
      options: [
        'A colleague takes over the shift on a holy day',
        'The person with the conviction finds another job',
        'A vote is held on whose belief is more reasonable',
        'Both sides agree never to speak of the matter at work again',
      ],
      answer: 0,
      explanation:
        'An accommodation lets both keep what matters to them. The others decide for one side, or change the subject.',
    },
    {
      question: 'What did the Grand Chamber decide in *Bayatyan v. Armenia* (2011)?',
      options: [
        'Every state must abolish compulsory military service',
        'Only members of the historic peace churches may refuse to serve in an army',
        'Conscience gives no protection in times of peace',
        'A state that offers no alternative may not imprison an objector',
      ],
      answer: 3,
      explanation:
        'The court did not abolish military service. It found that a state without a genuine alternative had wronged a man of conscience.',
    },
    {
      question: 'Why did the airline employee and the nurse in *Eweida and Others* get different results?',
      options: [
        'One of them was a member of a larger church',
        'The reasons of the two employers differed',
        'The nurse had not told anybody about her conviction',
        'The court held that crosses may be worn in the air but not on the ground',
      ],
      answer: 1,
      explanation: 'An airline’s image weighed less than the safety of patients and staff.',
    },
    {
      question: 'Which reason did the majority accept in *S.A.S. v. France* (2014)?',
      options: [
        'The security of public transport',
        'The equality of women and men',
        'The visible face as a condition of living together',
        'The neutrality that every citizen owes to the state in public places',
      ],
      answer: 2,
      explanation:
        'The court rejected most of the state’s other reasons. Two judges dissented: a freedom had been sacrificed to an abstract principle.',
    },
    {
      question: 'Which expression do international bodies *not* protect?',
      options: [
        'A cartoon that mocks a doctrine',
        'Incitement to violence against people of a religion',
        'A scholarly book which denies that a sacred text is old',
        'A sermon against another religion’s teaching',
      ],
      answer: 1,
      explanation:
        'Criticism of a religion, however sharp, is protected; incitement against the people who follow it is not.',
    },
    {
      question: 'What does the last exercise of the lesson ask of you?',
      options: [
        'State the other’s view so that its holder agrees',
        'Say nothing until the other side has run out of arguments',
        'Find the weakest argument of the other side',
        'Ask a third person which of you is right',
      ],
      answer: 0,
      explanation: 'You need not be persuaded. But you will be arguing with a person and not with a picture.',
    },
  ],
}
