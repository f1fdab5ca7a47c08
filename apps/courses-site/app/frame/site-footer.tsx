import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Link } from 'react-router'
import { introPath } from '../course/paths.ts'
import { texts } from '../texts.ts'
import classes from './site-footer.module.css'

type Column = { readonly title: string; readonly links: readonly (readonly [to: string, label: string])[] }

const { footer, navigation, nav } = texts

const columns: readonly Column[] = [
  {
    title: footer.learn,
    links: [
      [introPath, navigation.lessons],
      ['/reading-list', navigation.readingList],
      ['/how-it-works', navigation.howItWorks],
      ['/faq', footer.questions],
    ],
  },
  {
    title: footer.takePart,
    links: [
      ['/get-involved', navigation.getInvolved],
      ['/recommend-lecturer', footer.recommend],
      ['/share-lessons', footer.share],
      ['/pricing', nav.pricing],
    ],
  },
  {
    title: footer.help,
    links: [
      ['/about', navigation.about],
      ['/contact', footer.contact],
      ['/support', footer.support],
    ],
  },
]

/** The rest of the site, in columns, and the small print. */
export function SiteFooter() {
  const data = useSiteData()
  return (
    <div className={classes.footer}>
      <div className={classes.columns}>
        <p className={classes.mission}>{footer.mission}</p>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className={classes.title}>{title}</p>
            <ul>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <nav aria-label={texts.footerNavigation} className={classes.smallPrint}>
        <Link to="/terms">{nav.terms}</Link>
        <Link to="/privacy">{nav.privacy}</Link>
        <a href="/feed.xml">{footer.feed}</a>
        {data?.siteUrls.leads ? <a href={data.siteUrls.leads}>{nav.leadsSite}</a> : null}
        {data?.me.user?.superAdmin ? <Link to="/admin">{texts.adminArea}</Link> : null}
      </nav>
    </div>
  )
}
