import { PageTabs } from '../components/page-tabs.tsx'
import { frameTexts } from '../texts/frame.ts'

const { learnerPages: words } = frameTexts

const pages = [
  ['/quizzes', words.quizzes],
  ['/review', words.review],
  ['/progress', words.progress],
] as const

/** The links between the pages of a learner: their quizzes, what they keep, how far they are. */
export const LearnerTabs = () => <PageTabs label={words.navigation} pages={pages} />
