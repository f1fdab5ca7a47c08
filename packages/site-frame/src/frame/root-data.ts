import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from './api.ts'
import { type PageContext, requestContext } from './request-context.ts'
import { getMe, type Me } from './visitor.ts'

/** What every page of a site knows. */
export type RootData = { me: Me; supportEmail: string; leadsUrl: string; coursesUrl: string }

/** The loader of a site's root. */
export async function loadRoot(context: PageContext): Promise<RootData> {
  const { supportEmail, leadsUrl, coursesUrl } = context.get(requestContext)
  return { me: await forPage(context, getMe(serverApi(context))), supportEmail, leadsUrl, coursesUrl }
}

/** The root's data; undefined where the root itself failed. */
export const useRootData = (): RootData | undefined => useRouteLoaderData('root')

/** A changed search on the same page says nothing new about who is here. */
export function shouldReloadRoot(args: ShouldRevalidateFunctionArgs): boolean {
  const samePage = args.currentUrl.pathname === args.nextUrl.pathname
  const newSearch = args.currentUrl.search !== args.nextUrl.search
  return samePage && newSearch && !args.formMethod ? false : args.defaultShouldRevalidate
}
