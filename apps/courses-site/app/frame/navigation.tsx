import type { Me } from '@freeor/site-frame/frame/visitor'
import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import { Form, Link, NavLink, useLocation } from 'react-router'
import { introPath } from '../course/paths.ts'
import { texts } from '../texts.ts'
import { accountLinks, type MenuOwner } from './account-links.ts'
import classes from './navigation.module.css'
import { useClosingMenu } from './use-closing-menu.ts'

type Visitor = Pick<Me, 'user' | 'orgAdmin' | 'courseAllowance'> | undefined
type SignedIn = MenuOwner & { readonly user: NonNullable<Me['user']> }

const signedIn = (me: Visitor): SignedIn | undefined =>
  me?.user ? { ...me, user: me.user, isAuthor: Boolean(me.courseAllowance) } : undefined

const { navigation } = texts

/** The links of the top navigation. */
function SiteLinks() {
  const { pathname } = useLocation()
  // The address of Lessons shows the default course, as a page of its own address does.
  const isLessons = pathname === introPath || pathname.startsWith('/course/')
  return (
    <>
      <Link to={introPath} aria-current={isLessons ? 'page' : undefined}>
        {navigation.lessons}
      </Link>
      <NavLink to="/get-involved">{navigation.getInvolved}</NavLink>
      <NavLink to="/reading-list">{navigation.readingList}</NavLink>
      <NavLink to="/about">{navigation.about}</NavLink>
      <NavLink to="/how-it-works">{navigation.howItWorks}</NavLink>
    </>
  )
}

function AccountLinks({ me }: { me: SignedIn }) {
  return (
    <>
      {accountLinks(me).map(({ to, label }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
      <Form method="post" action="/logout">
        <button type="submit">{texts.nav.signOut}</button>
      </Form>
    </>
  )
}

function SignInLinks() {
  return (
    <>
      <Button component={Link} to="/signup">
        {texts.nav.createAccount}
      </Button>
      <Button component={Link} to="/login" variant="default">
        {texts.nav.signIn}
      </Button>
    </>
  )
}

/** The top navigation on a wide screen. */
export function TopNavigation() {
  return (
    <nav aria-label={texts.mainNavigation} className={classes.top}>
      <SiteLinks />
    </nav>
  )
}

/** The two buttons of a visitor, or the menu under the address of who is signed in. */
export function AccountNavigation({ me }: { me: Visitor }) {
  const menu = useClosingMenu()
  const who = signedIn(me)
  if (!who)
    return (
      <div className={classes.signIn}>
        <SignInLinks />
      </div>
    )
  return (
    <details {...menu} className={classes.account}>
      <summary aria-label={texts.accountMenu(who.user.email)}>
        <span className={classes.email}>{who.user.email}</span>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <div className={classes.sheet}>
        <AccountLinks me={who} />
      </div>
    </details>
  )
}

/** Everything of both in one menu, on a narrow screen. */
export function PhoneMenu({ me }: { me: Visitor }) {
  const menu = useClosingMenu()
  const who = signedIn(me)
  return (
    <details {...menu} className={classes.phone}>
      <summary>
        <IconMenu2 size={20} aria-hidden />
        {texts.menu}
      </summary>
      <nav aria-label={texts.mainNavigation} className={classes.sheet}>
        <SiteLinks />
        <hr />
        {who ? (
          <>
            <p className={classes.email}>{who.user.email}</p>
            <AccountLinks me={who} />
          </>
        ) : (
          <div className={classes.phoneSignIn}>
            <SignInLinks />
          </div>
        )}
      </nav>
    </details>
  )
}
