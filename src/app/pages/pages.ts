import { type Context, Hono } from 'hono'
import { ApiError } from '../../errors/index.ts'
import type { Language } from '../../service/records/appearances.ts'
import { type Action, mayDo, permissions, platformActions } from '../../service/rights/permissions.ts'
import { catalogues } from '../../things/all-texts/catalogues.ts'
import { chooseLanguage, keepChosenLanguage } from '../../things/all-texts/choose-language.ts'
import type { Texts } from '../../things/all-texts/texts.ts'
import { breakOffUnless } from '../../things/api/answers/break-off.ts'
import { isEventStream } from '../../things/api/answers/event-stream.ts'
import { toProblem } from '../../things/api/answers/problem-details.ts'
import { keepsRights } from '../../things/api/callers/keeps-rights.ts'
import { noteRoute } from '../../things/api/observe-requests.ts'
import type { HostEnv } from '../../things/api/options/env.ts'
import { demandOwnForm, tokenField } from '../../things/api/options/form-token.ts'
import type { Session } from '../../things/api/options/host-options.ts'
import type { SessionPerson } from '../../things/api/options/person.ts'
import type { HostParts } from '../../things/api/parts/host-parts.ts'
import type { WebPages } from '../../things/api/web-pages.ts'
import { dialogPages } from '../../things/connecting/dialog/index.ts'
import { answerConnected, answerNotConnected } from '../../things/connecting/pages/answer-flow-end.tsx'
import { askToBegin, refuseOtherOrganization } from '../../things/connecting/pages/ask-to-begin.tsx'
import { goOnToVendor } from '../../things/connecting/pages/go-on-to-vendor.tsx'
import { mailAddressPages } from '../../things/mail-addresses/pages/mail-address-page.tsx'
import { assets, createAssetResponse, createConnectScriptResponse } from '../../things/pages/assets.ts'
import { readForm, toForm } from '../../things/pages/form.ts'
import { createLogoResponse } from '../../things/pages/frame/logo.ts'
import { createProblemPage, createSignInNeededPage } from '../../things/pages/frame/problem-pages.tsx'
import { createThemeResponse } from '../../things/pages/frame/theme.ts'
import { mayBeFramed, type PageAnswer, type PageRoute, type Visit } from '../../things/pages/page-route.ts'
import { findPerson } from '../../things/pages/person.ts'
import { readUploadForm, type UploadForm } from '../../things/pages/upload-form.ts'
import { rememberWantedPage } from '../../things/pages/wanted-page-cookie.ts'
import type { Appearance } from '../../things/parts/appearance-options.ts'
import { SignInLinks } from '../../things/people/pages/sign-in-links.ts'
import { acknowledgePages } from '../../things/policies/pages/acknowledge-page.tsx'
import { createSignInRoutes } from '../../things/sign-in/pages/sign-in-pages.tsx'
import { createTrustRoutes } from '../../things/trust-centre/pages/trust-routes.ts'
import { judgementTrials } from './judgement-trials.ts'
import { pageRoutes } from './page-routes.ts'
import { recordFormChange, recordPageRead } from './record-audit.ts'
import { readBasePath, respond, respondBarely, stripBasePath } from './respond.ts'

type PageContext = Context<HostEnv>

/** Combines the pages: see "How a page works" in docs/ARCHITECTURE.md. */
export function createPages(
  parts: HostParts,
  session: Session,
  texts: Readonly<Record<Language, Texts>> = catalogues,
): WebPages {
  const { runtime, report } = parts
  const links = session instanceof SignInLinks ? session : undefined
  const base = readBasePath(runtime)
  /** Requests for our own pages: a link can ask for these again, in another language. */
  const ownPages = new WeakSet<Request>()
  const appearances = new WeakMap<Request, Map<string | undefined, Promise<Appearance>>>()
  const loadAppearance = (request: Request, organizationId: string | undefined): Promise<Appearance> => {
    const known = appearances.get(request) ?? new Map<string | undefined, Promise<Appearance>>()
    appearances.set(request, known)
    const loading = known.get(organizationId) ?? runtime.appearance.get(organizationId ? { organizationId } : undefined)
    known.set(organizationId, loading)
    return loading
  }
  /** Without data from the store, so in the language that the browser asks for. */
  const createBareVisit = (context: PageContext): Visit => {
    const request = context.req.raw
    const language = chooseLanguage(runtime, request, null)
    const isOwn = ownPages.has(request) && request.method === 'GET' && !request.url.includes('/callback')
    return {
      ...parts,
      request,
      language,
      texts: texts[language],
      query: readQuery(request),
      requestId: context.env.requestId,
      params: readParams(context),
      here: isOwn ? readOwnPath(base, request) : '/',
      loadAppearance: (organizationId) => loadAppearance(request, organizationId),
      speakFor: async (organizationId) => {
        const ours = chooseLanguage(runtime, request, (await loadAppearance(request, organizationId)).language)
        return { language: ours, texts: texts[ours] }
      },
      judgementTrials,
      findPersonAgain: () => findPerson(parts, session, request),
    }
  }
  /** @param organizationId that the page is about; without it, the page is of the platform */
  const createVisit = async (context: PageContext, organizationId: string | undefined): Promise<Visit> => {
    const visit = createBareVisit(context)
    return { ...visit, ...(await visit.speakFor(organizationId)) }
  }
  const show = async (
    context: PageContext,
    person: SessionPerson | undefined,
    answer: PageAnswer,
    route?: PageRoute,
  ) => {
    const about = answer.kind === 'page' ? answer.organizationId : undefined
    const visit = await createVisit(context, about ?? person?.organizationId)
    const framedBy = route && mayBeFramed(route) ? runtime.frameOrigins : []
    return respond({ ...visit, person, session, framedBy, isDialog: route?.isDialog === true }, answer)
  }
  const failed = async (context: PageContext, person: SessionPerson | undefined, error: unknown, route?: PageRoute) => {
    const problem = toProblem(error, context.env.requestId)
    if (problem.status >= 500) report(error, problem.requestId)
    const visit = await createVisit(context, person?.organizationId).catch(() => createBareVisit(context))
    const answer = createProblemPage(visit.texts, problem)
    return show(context, person, answer, route).catch((worse: unknown) => {
      // Data for the frame is not available either. A page without it still helps more than none.
      report(worse, problem.requestId)
      return respondBarely(visit, answer)
    })
  }
  /** After signing in, the person gets to the page that they wanted. */
  const askToSignIn = async (context: PageContext) => {
    const { req } = context
    const wanted = req.method === 'GET' ? stripBasePath(base, req.raw) + new URL(req.url).search : '/'
    const signInUrl =
      typeof session.signInUrl === 'function' ? session.signInUrl(`${runtime.publicUrl}${wanted}`) : session.signInUrl
    const cookies = links === undefined ? [] : rememberWantedPage(runtime, wanted)
    const { texts } = await createVisit(context, undefined)
    const { publicUrl } = runtime
    return { ...createSignInNeededPage(texts, { publicUrl, signInUrl, isOurs: links !== undefined }), cookies }
  }
  /** For pages that everybody may see, even if the session cannot be read. */
  const anyPerson = (context: PageContext) =>
    findPerson(parts, session, context.req.raw).catch((error: unknown) => {
      report(error, context.env.requestId)
      return undefined
    })

  const routes = new Hono<HostEnv>()
  for (const asset of Object.values(assets)) routes.get(asset.path, () => createAssetResponse(asset))
  routes.get('/connect.js', () => createConnectScriptResponse())
  routes.get('/assets/:file', async (context, next) => {
    const [, kind, name = ''] = /^(colour|logo)-([0-9a-f-]+)(?:\.css)?$/.exec(context.req.param('file')) ?? []
    const made = kind === 'colour' ? createThemeResponse(name) : kind && (await createLogoResponse(runtime, name))
    return made || next()
  })
  routes.route('/', createTrustRoutes(parts, base))
  for (const route of [
    ...pageRoutes,
    ...mailAddressPages,
    ...acknowledgePages,
    ...dialogPages,
    ...(links ? createSignInRoutes(links) : []),
  ]) {
    routes.on(route.method.toUpperCase(), route.path, async (context) => {
      let person: SessionPerson | undefined
      try {
        if (!route.isDialog) person = await findPerson(parts, session, context.req.raw)
        if (person === undefined && route.access !== 'anybody')
          return await show(context, person, await askToSignIn(context), route)
        demandAccess(route, parts, person)
        const visit = await createVisit(context, person?.organizationId)
        return await show(context, person, breakOffLong(await answerRoute(route, visit, person), visit, person), route)
      } catch (error) {
        return failed(context, person, error, route)
      }
    })
  }
  // The first page is linked with the slash below which the pages are mounted.
  const mounted = new Hono<HostEnv>({ strict: false })
  mounted.use(async (context, next) => {
    ownPages.add(context.req.raw)
    const chosen = keepChosenLanguage(runtime, context.req.raw, base, readOwnPath(base, context.req.raw))
    if (chosen) return chosen
    await next()
    noteRoute(context)
  })
  for (const path of new Set([new URL(runtime.publicUrl).pathname, '/'])) mounted.route(path, routes)
  mounted.notFound(async (context) => {
    const missing = new ApiError('There is no such page.', { code: 'NOT_FOUND' })
    return failed(context, await anyPerson(context), missing)
  })

  return {
    routes: mounted,
    showConnected: async (context, flow) => {
      const person = await anyPerson(context)
      try {
        const visit = await createVisit(context, person?.organizationId)
        return await show(context, person, await answerConnected({ ...visit, person }, flow))
      } catch (error) {
        return failed(context, person, error)
      }
    },
    refuseToBegin: async (context, organizationId) => {
      const person = await findPerson(parts, session, context.req.raw)
      if (person === undefined) return show(context, person, await askToSignIn(context))
      if (person.organizationId === organizationId) return undefined
      const { texts } = await createVisit(context, person.organizationId)
      return show(context, person, refuseOtherOrganization(texts))
    },
    showBeginning: async (context, view) => {
      const { texts } = await createVisit(context, view.organizationId)
      return show(context, await anyPerson(context), askToBegin(texts, view))
    },
    showGoingOn: async (context, { organizationId, name, url, cookies }) => {
      const { texts } = await createVisit(context, organizationId)
      return show(context, await anyPerson(context), { ...goOnToVendor(texts, name, url, cookies), organizationId })
    },
    showNotConnected: async (context, error) => {
      const person = await anyPerson(context)
      const visit = await createVisit(context, person?.organizationId).catch(() => createBareVisit(context))
      const answer = answerNotConnected({ ...visit, person }, error)
      return answer ? show(context, person, answer) : failed(context, person, error)
    },
  }
}

/** For a link or a redirect to it: two slashes in front would name another site. */
function readOwnPath(base: string, request: Request): string {
  return stripBasePath(base, request).replace(/^\/+/, '/')
}

/** @throws ApiError 403 */
function demandAccess({ access, method }: PageRoute, { runtime }: HostParts, person: SessionPerson | undefined): void {
  if (access === 'anybody' || person === undefined) return
  if (!mayDo(person.role, access))
    throw new ApiError(`This needs the role ${permissions[access]}; yours is ${person.role}.`, {
      code: 'API_FORBIDDEN',
    })
  if (method === 'post' && person.role === 'operator') demandFreshSignIn(access, runtime, person)
}

/** A cookie that was stolen long ago must not change the platform. */
function demandFreshSignIn(
  access: Action,
  { workspace: { clock } }: HostParts['runtime'],
  person: SessionPerson,
): void {
  const { signedInAtMs } = person
  if (!platformActions.includes(access) && access !== 'organization-apps:write') return
  if (signedInAtMs === undefined || clock.nowMs() - signedInAtMs <= freshMs) return
  throw new ApiError(
    'This changes the platform for every organization, so it needs a sign-in of the last hour. Sign in again at /sign-in?fresh=yes or with a new sign-in link, and repeat it.',
    { code: 'API_FORBIDDEN' },
  )
}

const freshMs = 3_600_000

async function answerRoute(route: PageRoute, visit: Visit, person: SessionPerson | undefined): Promise<PageAnswer> {
  if (route.method === 'get') {
    const show = () => route.answer({ ...visit, person, form: toForm(new URLSearchParams()) })
    return route.auditRead && person ? recordPageRead(route.auditRead, { ...visit, person }, show) : show()
  }
  const { form, discard } = await readOwnForm(route, visit, person)
  const act = () => route.answer({ ...visit, person, form })
  try {
    return route.audit === undefined || person === undefined
      ? await act()
      : await recordFormChange(route.audit, { ...visit, person, form }, act)
  } finally {
    await discard?.()
  }
}

/** A download that takes minutes breaks off when its reader may no longer have it. An event stream asks by itself. */
function breakOffLong(answer: PageAnswer, { findPersonAgain }: Visit, person: SessionPerson | undefined): PageAnswer {
  if (answer.kind !== 'response' || person === undefined || isEventStream(answer.response)) return answer
  const mayGoOn = async () => {
    const again = await findPersonAgain()
    return again?.userId === person.userId && keepsRights(person, again)
  }
  return { kind: 'response', response: breakOffUnless(answer.response, mayGoOn) }
}

/** A form of ours, from this person. @throws ApiError 403 */
async function readOwnForm(
  { takesFiles }: PageRoute,
  { runtime, request, objects }: Visit,
  person: SessionPerson | undefined,
): Promise<Pick<UploadForm, 'form'> & Partial<UploadForm>> {
  const demandToken = (token: string) => demandOwnForm(runtime, request, token, person)
  if (takesFiles && person)
    return readUploadForm(request, { objects, organizationId: person.organizationId, demandToken })
  const form = await readForm(request)
  await demandToken(form.text(tokenField))
  return { form }
}

/** What the address asks for. */
function readQuery({ url }: Request): URLSearchParams {
  return new URLSearchParams(
    Array.from(new URL(url).searchParams, ([name, value]): [string, string] => [name, replaceZeros(value)]),
  )
}

/** The parts of the path that name something. */
function readParams({ req }: PageContext): Readonly<Record<string, string>> {
  const params: Readonly<Record<string, string>> = req.param()
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, replaceZeros(value)]))
}

/** No stored text has U+0000, and PostgreSQL refuses a question that does. Nothing is found by what stands for it here. */
function replaceZeros(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}
