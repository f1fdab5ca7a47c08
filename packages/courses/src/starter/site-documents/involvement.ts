import type { NewDocument } from '@freeor/content/commands'

/** The columns of the comparison. */
export const audiences: readonly NewDocument<'audiences'>[] = [
  { key: 'learners', name: 'Learners', data: { order: 1 } },
  { key: 'congregations', name: 'Congregations and groups', data: { order: 2 } },
  { key: 'schools', name: 'Schools and universities', data: { order: 3 } },
  { key: 'scholars', name: 'Scholars and lawyers', data: { order: 4 } },
]

const drawn = (name: string, alt: string) => ({ src: `/pictures/${name}.svg`, alt })

/** What one can do, in categories, with what it asks of whom. */
export const opportunities: readonly NewDocument<'opportunities'>[] = [
  {
    key: 'study-group',
    name: 'Host a study group',
    data: {
      category: 'Learn together',
      order: 1,
      text: 'Take one lesson a week with friends, neighbours or colleagues, and talk about it. Groups in which people disagree get the most out of it.',
      time: 'An hour a week, for five weeks',
      isFeatured: true,
      picture: drawn('study-group', 'Four people around a table with open books'),
      audiences: {
        learners: 'Invite three friends',
        congregations: 'Offer it after the service or the weekly meeting',
        schools: 'Run it as a seminar or a club',
      },
    },
  },
  {
    key: 'recommend-lecturer',
    name: 'Recommend a lecturer',
    data: {
      category: 'Teach',
      order: 2,
      text: 'Tell us about somebody who explains this subject well, and fairly to those who disagree.',
      time: 'Five minutes',
      isFeatured: true,
      picture: drawn('lectern', 'A lectern with an open book and a lamp'),
      page: '/recommend-lecturer',
      audiences: {
        learners: 'Somebody you heard',
        congregations: 'Somebody who spoke to you',
        schools: 'A colleague',
        scholars: 'A colleague, or yourself',
      },
    },
  },
  {
    key: 'share-lessons',
    name: 'Share your lessons',
    data: {
      category: 'Teach',
      order: 3,
      text: 'Lessons you already teach can find more learners here, with your name on them.',
      time: 'A day or two, with our help',
      isFeatured: true,
      picture: drawn('manuscript', 'A page being written with a pen'),
      page: '/share-lessons',
      audiences: {
        congregations: 'A series you already hold',
        schools: 'A unit of your syllabus',
        scholars: 'A lecture on your own field',
      },
    },
  },
  {
    key: 'review',
    name: 'Review a lesson',
    data: {
      category: 'Improve the lessons',
      order: 4,
      text: 'Read a lesson before it is published and say where it is wrong, unclear or unfair to a view you hold.',
      time: 'Two hours a lesson',
      isFeatured: false,
      audiences: {
        learners: 'As somebody new to it',
        congregations: 'As somebody it describes',
        schools: 'With a class',
        scholars: 'As an expert in its subject',
      },
    },
  },
  {
    key: 'translate',
    name: 'Translate or caption',
    data: {
      category: 'Improve the lessons',
      order: 5,
      text: 'Put a lesson’s text and captions into a language you know well.',
      time: 'Half a day a lesson',
      isFeatured: false,
      audiences: {
        learners: 'Captions, line by line',
        congregations: 'For your own members',
        schools: 'As work for a language class',
      },
    },
  },
  {
    key: 'organization',
    name: 'Learn as an organization',
    data: {
      category: 'Learn together',
      order: 6,
      text: 'Members name your organization in their profile, and you see who has finished what. Never their answers.',
      time: 'An afternoon to set up',
      isFeatured: false,
      audiences: {
        congregations: 'For a leadership course',
        schools: 'For a class or a year',
      },
    },
  },
]
