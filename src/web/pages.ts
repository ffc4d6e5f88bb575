import { type Context, Hono } from 'hono'
import { ApiError } from '../errors/index.ts'
import type { HostEnv } from '../host/env.ts'
import type { Person, Session } from '../host/options.ts'
import type { Pages } from '../host/pages.ts'
import type { HostParts } from '../host/parts.ts'
import { problemOf } from '../host/problem.ts'
import { assetResponse, assets } from './assets.ts'
import { audited } from './audited.ts'
import { formOf, readForm } from './form.ts'
import { demandOwnForm, tokenField } from './form-token.ts'
import { problemPage, signInNeeded } from './frame/problem-pages.tsx'
import { personOf } from './person.ts'
import { respond } from './respond.ts'
import type { PageAnswer, PageRoute, Visit } from './route.ts'
import { pageRoutes } from './routes.ts'
import { SignInLinks } from './sign-in/sign-in-links.ts'
import { signInRoutes } from './sign-in/sign-in-pages.tsx'

/** Puts the pages together: see "A page, from request to HTML" in docs/ARCHITECTURE.md. */
export function createPages(parts: HostParts, session: Session): Pages {
  const { runtime, report } = parts
  const visitOf = (context: Context<HostEnv>): Visit => ({
    ...parts,
    request: context.req.raw,
    requestId: context.env.requestId,
    params: context.req.param() as Record<string, string>,
    query: new URL(context.req.url).searchParams,
  })
  const show = (context: Context<HostEnv>, person: Person | undefined, answer: PageAnswer) =>
    respond({ ...visitOf(context), person, session }, answer)
  const failed = async (context: Context<HostEnv>, person: Person | undefined, error: unknown) => {
    const problem = problemOf(error, context.env.requestId)
    if (problem.status >= 500) report(error, problem.requestId)
    return show(context, person, problemPage(problem))
  }

  const routes = new Hono<HostEnv>()
  for (const asset of Object.values(assets)) routes.get(asset.path, () => assetResponse(asset))
  const own = session instanceof SignInLinks ? signInRoutes(session) : []
  for (const route of [...pageRoutes, ...own]) {
    routes.on(route.method.toUpperCase(), route.path, async (context) => {
      let person: Person | undefined
      try {
        person = await personOf(runtime, session, context.req.raw)
        if (person === undefined && route.access !== 'anybody')
          return await show(context, person, signInNeeded(session.signInUrl, session instanceof SignInLinks))
        demandAccess(route, person)
        return await show(context, person, await answerOf(route, visitOf(context), person))
      } catch (error) {
        return failed(context, person, error)
      }
    })
  }
  routes.get('*', async (context, next) => {
    // What programs ask for is answered as they expect it.
    if (/\/v1(?:\/|$)/.test(context.req.path)) return next()
    const missing = new ApiError('There is no such page.', { code: 'NOT_FOUND', status: 404 })
    return failed(context, await personOf(runtime, session, context.req.raw).catch(() => undefined), missing)
  })

  return {
    routes,
    connected: async (context) => failed(context, undefined, new TypeError('not yet')),
    notConnected: async (context, error) => failed(context, undefined, error),
  }

  async function answerOf(route: PageRoute, visit: Visit, person: Person | undefined): Promise<PageAnswer> {
    if (route.method === 'get') return route.answer({ ...visit, person, form: formOf(new URLSearchParams()) })
    const form = await readForm(visit.request)
    await demandOwnForm(runtime, visit.request, form.text(tokenField), person)
    const act = () => route.answer({ ...visit, person, form })
    return route.audit === undefined || person === undefined
      ? act()
      : audited(route.audit, { ...visit, person, form }, act)
  }
}

function demandAccess({ access }: PageRoute, person: Person | undefined): void {
  if (access !== 'admin' || person?.role === 'admin') return
  throw new ApiError('This page is for administrators of the service.', { code: 'API_FORBIDDEN', status: 403 })
}
