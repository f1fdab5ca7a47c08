import { siteRoutes } from '@freeor/site-frame/frame/site-routes'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Each shows the document whose key is its path. */
const textPages = ['recommend-lecturer', 'share-lessons', 'contact', 'terms', 'privacy', 'support']

export default siteRoutes([
  index('routes/landing.tsx'),
  route('home', 'routes/landing.tsx', { id: 'home' }),
  route('reading-list', 'routes/reading-list.tsx'),
  route('about', 'routes/about.tsx'),
  route('how-it-works', 'routes/how-it-works.tsx'),
  route('get-involved', 'routes/get-involved.tsx'),
  route('faq', 'routes/faq.tsx'),
  ...textPages.map((path) => route(path, 'routes/text-page.tsx', { id: path })),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('feed.xml', 'routes/feed.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('courses', 'routes/courses.tsx'),
  route('admin/users/:userId', 'routes/admin-user.tsx'),
  route('course/:courseId', 'routes/course.tsx'),
  route('course/:courseId/certificate', 'routes/issue-certificate.ts'),
  route('certificates/:serial', 'routes/certificate.tsx'),
  route('verify.html', 'routes/verify-file.ts'),
  route('.well-known/did.json', 'routes/did-document.ts'),
  route('course/:courseId/lesson/:lessonSlug', 'routes/lesson.tsx'),
  route('course/:courseId/lesson/:lessonSlug/edit', 'routes/lesson-edit.tsx'),
  route('lesson', 'routes/to-first-lesson.ts', { id: 'lesson' }),
  route('lessons', 'routes/to-first-lesson.ts', { id: 'lessons' }),
  route('quizzes', 'routes/quizzes.tsx'),
  route('review', 'routes/review.tsx'),
  route('quiz', 'routes/to-quizzes.ts'),
  route('quiz/:quizId', 'routes/quiz.tsx'),
  route('progress', 'routes/progress.tsx'),
  route('mails/stop', 'routes/stop-mails.tsx'),
  route('org', 'routes/org.tsx'),
  route('org/members/:userId', 'routes/org-member.tsx'),
  route('org/progress', 'routes/org-progress.tsx'),
  route('org/invite', 'routes/org-invite.tsx'),
  route('org/join', 'routes/org-join.tsx'),
  route('intro', 'routes/intro.ts'),
  route('intro/lesson/:n', 'routes/intro-lesson.ts'),
]) satisfies RouteConfig
