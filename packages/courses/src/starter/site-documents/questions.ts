import type { NewDocument } from '@freeor/content/commands'

const asked: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Learning here',
    [
      [
        'Does it cost anything?',
        'No. Every course can be followed without paying, and the certificate is free too. The [plans](/pricing) are for people who want to make courses of their own.',
      ],
      [
        'Do I have to belong to a religion?',
        'No. The course is written for readers of any faith or none. We never ask what you believe.',
      ],
      [
        'How long does it take?',
        'Each lesson takes about as long as a cup of tea, its quiz a little less. There is no deadline unless your own organization sets one.',
      ],
      ['Can I learn without the videos?', 'Yes. Each lesson has a text that says everything the video says.'],
    ],
  ],
  [
    'Quizzes and certificates',
    [
      [
        'What happens to my answers when my connection breaks?',
        'They wait on your device and are sent when the connection is back. The page shows which answers are saved.',
      ],
      [
        'Can I take a quiz again?',
        'As often as you like. Earlier results are kept, and each stays readable.',
      ],
      [
        'When do I get the certificate?',
        'When every lesson of the course has a graded quiz. There is no minimum score: the certificate shows the score of each quiz.',
      ],
      [
        'How can somebody check my certificate?',
        'Each certificate has an address of its own, which is printed on it. It also carries a digital signature that can be checked without us.',
      ],
    ],
  ],
  [
    'Your account',
    [
      [
        'What does my organization see?',
        'Your name and email, and how far you are: lessons done, minutes watched, scores, dates, and your certificate. Never which answers you chose.',
      ],
      [
        'How do I delete my account?',
        'In the settings, under [Your data](/settings/delete_account). You can take all your data along first. The [privacy notice](/privacy) says what happens to certificates.',
      ],
    ],
  ],
]

/** What learners ask, in groups. */
export const questions: readonly NewDocument<'faq'>[] = asked
  .flatMap(([group, entries]) => entries.map(([name, answer]) => ({ name, group, answer })))
  .map(({ name, ...data }, index) => ({ name, data: { ...data, order: index + 1 } }))
