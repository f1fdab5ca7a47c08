import type { NewDocument } from '@freeor/content/commands'

type Page = NewDocument<'pages'> & { readonly key: string }

/** Key, heading, what search engines show, the sentence under the heading, paragraphs of Markdown. */
const texts: readonly (readonly [string, string, string, string, ...string[]])[] = [
  [
    'home',
    'Freedom to believe, and to differ',
    'A free course on religious liberty for readers of any faith or none: lessons to watch and read, a quiz after each, and a certificate that anyone can verify.',
    'A free course on religious liberty: where the idea came from, what it protects, and where thoughtful people disagree. Lessons to watch and read, a short quiz after each, and a certificate at the end.',
    'People have always believed different things about what matters most. How they live beside each other, under one law, is among the oldest questions of politics and one of the youngest rights.',
    'We are a non-profit that teaches this one subject. We do not ask what you believe, and we do not tell you what to conclude. Where scholars and courts disagree, the lessons say so and give each side its best argument.',
  ],
  [
    'reading-list',
    'Reading list',
    'Books, articles and cases on religious liberty, each with a sentence on what is in it. Newest first, with search.',
    'Books, articles and cases on religious liberty. Many of them disagree with one another; that is why they are here.',
  ],
  [
    'about',
    'About us',
    'Who teaches the lessons and who keeps this site, and how the lessons are written.',
    'A small group that writes, records and reviews these lessons.',
    '## How the lessons are written',
    'Each lesson starts from sources that anybody can look up: laws, decisions, letters, books. A lesson names them. It is read by somebody who holds another view before it is published, and corrected when a reader shows us a mistake.',
    'We use the words that people use for themselves. We describe practices as those who practise them would recognise, and objections as those who object would state them.',
    '## Who pays for it',
    'Learning here is free. There are no advertisements, and nothing you do here is sold.',
  ],
  [
    'how-it-works',
    'How it works',
    'From your first lesson to your certificate: what you do here, step by step.',
    'Five steps, at your own pace. Everything is kept as you go, so you can stop in the middle of a sentence.',
  ],
  [
    'get-involved',
    'Get involved',
    'Ways to help: host a study group, recommend a lecturer, share a lesson, review or translate one.',
    'The lessons are free because people give what they can. Here is what would help, and what it would ask of you.',
  ],
  [
    'recommend-lecturer',
    'Recommend a lecturer',
    'Do you know somebody who explains religious liberty well and fairly? Write to us.',
    'Do you know somebody who explains this subject well, and fairly to those who disagree? We would like to hear of them.',
    '## What to write',
    '- Who it is, and where we can see or read something of theirs.\n- The subject they know best.\n- Whether they know that you are writing. They need not, but it helps.',
    '## What happens then',
    'We read what you sent and answer you, whether we ask them or not. A lecturer is not chosen for what they believe, nor refused for it.',
    'Please write to us by email:',
  ],
  [
    'share-lessons',
    'Share your lessons',
    'You teach religious liberty and have lessons of your own? Write to us about sharing them here.',
    'You teach this subject and have lessons of your own? They may find more learners here.',
    '## What makes a lesson',
    '- A video of five to twenty minutes, or slides that can become one.\n- A text that can be read without the video.\n- At least six questions, each with the reason for its answer.',
    '## What stays yours',
    'Your name stays on your lesson, and the rights in it stay with you. You say under which terms it may be shown, and you can take it back.',
    'Please write to us by email, with a link or an outline:',
  ],
  [
    'contact',
    'Contact',
    'How to reach the people who keep this site.',
    'People read what you write here. There is no form and no ticket number.',
    'Write to us by email about anything: a question on a lesson, a mistake you found, an idea, a complaint.',
    'If it is about your account, please write from the address of your account, and never send us a password. We do not ask for it.',
  ],
  [
    'faq',
    'Questions and answers',
    'What learners ask most: what it costs, how quizzes and certificates work, and what is kept about you.',
    'What learners ask most. If yours is not here, write to us.',
  ],
]

/** The pages that tell what this is, and what one can do here. */
export const informationPages: readonly Page[] = texts.map(([key, name, description, lead, ...body]) => ({
  key,
  name,
  description,
  data: { lead, body: body.join('\n\n') },
}))
