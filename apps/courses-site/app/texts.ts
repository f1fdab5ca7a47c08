import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import { courseTexts } from './texts/course.ts'
import { frameTexts } from './texts/frame.ts'
import { publicTexts } from './texts/public.ts'

/**
 * The words of the Courses site that the frame and the shared pages need: every page loads them. Those of one part of the
 * site are in `texts/`, and are imported by its pages alone.
 */
export const texts = {
  ...pageTexts,
  ...courseTexts,
  ...frameTexts,
  ...publicTexts,
  brand: 'Freeor Courses',
  profileNote:
    'Admins of the organization you choose see your name, your email, and how far you are: percent, minutes watched, scores, dates and certificates. They never see which answers you chose. Nobody sees an organization that you type yourself.',
  inAccount: {
    shares: 'Everybody here works in the same account and shares its courses and its plan.',
    roleHints: {
      admin: 'Everything but the plan and the card',
      member: 'Write lessons and quizzes of any course, but publish none',
      viewer: 'Read drafts only',
    },
    removed: 'They lose access at once, on every device. The lessons they wrote stay in the account.',
    left: 'You lose access to its drafts. Only an invitation brings you back.',
    kept: 'What is published stays, and your drafts are still here.',
    exported:
      'One file with everything: profile, log-ins, keys, your progress, notes, quizzes and certificates, and what you have on our other site.',
  },
  afterPlan: {
    text: 'You can make a course now: give it a name, then add its lessons.',
    label: 'Make a course',
  },
  skip: 'Skip to content',
  mainNavigation: 'Main',
  footerNavigation: 'Small print',
  switchColors: 'Switch between light and dark',
  description: 'A free course on religious liberty: lessons to watch and read, a quiz after each.',
  shareImage: 'A reading room: shelves, a tall window, an open book under a lamp',
  titleOf: (page: string) => `${page} · Freeor Courses`,
  nav: {
    createAccount: 'Create free account',
    signIn: 'Sign In',
    signOut: 'Sign out',
    login: 'Sign In',
    signup: 'Create free account',
    logout: 'Sign out',
    terms: 'Terms',
    privacy: 'Privacy',
    pricing: 'Plans for authors',
    leadsSite: 'Freeor Leads',
  },
  login: {
    title: 'Sign in',
    heading: 'Sign in',
    noAccount: 'No account yet?',
    resetDone: 'Your password is changed. Sign in with the new one.',
    resetSent: (email: string) =>
      `If ${email} has an account, a link to set a new password is on its way. It works for one hour.`,
  },
  signup: {
    title: 'Create your free account',
    heading: 'Create your free account',
    lead: 'Free, and one account for all of Freeor.',
    haveAccount: 'Have an account?',
    sent: (email: string) =>
      `We sent a message to ${email}. If you already have an account, log in or reset your password.`,
    agree: 'By creating an account you agree to our',
    and: 'and',
  },
  reset: {
    title: 'Reset your password',
    heading: 'Reset your password',
    lead: 'Type the email of your account and we send you a link.',
    newHeading: 'Set a new password',
    newLead: 'You are signed out everywhere else when you change it.',
    badLink: 'This link is too old or was used already. Ask for a new one below.',
    mismatch: "Uh oh, your passwords don't match",
    back: 'Back to sign in',
  },
  pricing: {
    title: 'Plans for authors',
    description:
      'Plans for Freeor Courses: what each costs, and how many courses, lessons and people it holds.',
    heading: 'Learning is free. Plans are for authors.',
    lead: 'Every course can be followed without paying. A plan is for those who make courses of their own.',
  },
} as const
