import { toFlowKey } from '../../../auth/oauth/state.ts'
import { AuthError } from '../../../errors/index.ts'
import { formatCommandTemplate } from '../../../text/command-template.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { type CookieId, clearCookie, clearOldFlows, createCookie, readCookie } from '../../api/options/cookies.ts'
import { goOnToVendor } from '../../connecting/pages/go-on-to-vendor.tsx'
import { GetForm, Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer, type PageRoute, type Visit } from '../../pages/page-route.ts'
import { InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import type { SignInLinks } from '../../people/pages/sign-in-links.ts'
import type { SignInIssuer } from '../sign-in-issuers.ts'
import { startSession } from './start-session.ts'

const flowSeconds = 600

/** Sign-in with an issuer: a form leads there, a redirect with its name leads back. Also invitations. */
export function createOpenidRoutes(links: SignInLinks): readonly PageRoute[] {
  return [
    {
      method: 'get',
      path: '/invitation',
      access: 'anybody',
      audit: undefined,
      // Only shows buttons, because mail programs open links before people do.
      answer: (visit) => renderInvitation(visit),
    },
    {
      method: 'post',
      path: '/invitation',
      access: 'anybody',
      audit: undefined,
      answer: async (visit) => {
        const { texts } = visit
        try {
          const person = await visit.runtime.people.accept(visit.form.text('token'))
          return await startSession(visit, await links.begin(person, { mayOperate: false }))
        } catch (error) {
          if (!(error instanceof AuthError)) throw error
          return renderRefusal(texts, error.message)
        }
      },
    },
    {
      method: 'post',
      path: '/sign-in/start',
      access: 'anybody',
      audit: undefined,
      answer: async ({ texts, runtime, request, form }) => {
        const invitation = form.text('invitation') || undefined
        const fresh = form.text('fresh') === 'yes'
        try {
          const begun = await runtime.signIn.begin({ issuerId: form.text('issuer'), invitation, fresh })
          // Each tab has its own, so that none replaces another.
          const state = new URL(begun.url).searchParams.get('state') ?? ''
          const cookie = createCookie(runtime, nameFlowCookie(state), begun.flow, flowSeconds)
          const room = clearOldFlows(runtime, request.headers.get('cookie'), flowCookie)
          return goOnToVendor(texts, texts.signIn.yourSignIn, begun.url, [cookie, ...room])
        } catch (error) {
          if (!(error instanceof AuthError)) throw error
          return renderRefusal(texts, error.message)
        }
      },
    },
    {
      method: 'get',
      path: '/sign-in/callback/:issuerId',
      access: 'anybody',
      audit: undefined,
      answer: async (visit) => {
        const { texts } = visit
        const { runtime, request, params } = visit
        // HEAD is answered as GET, and must not use the code up.
        if (request.method !== 'GET') return renderRefusal(texts, texts.signIn.callbackOnly)
        const { search, searchParams } = new URL(request.url)
        const cookieName = nameFlowCookie(searchParams.get('state') ?? '')
        const flow = readCookie(runtime, request.headers.get('cookie'), cookieName) ?? ''
        try {
          const ended = await runtime.signIn.finish({ issuerId: params.issuerId ?? '', query: search, flow })
          const { signedInAtMs, mayOperate, ...person } = ended
          const answer = await startSession(visit, await links.begin(person, { signedInAtMs, mayOperate }))
          return answer.kind === 'redirect'
            ? { ...answer, cookies: [...(answer.cookies ?? []), clearCookie(runtime, cookieName)] }
            : answer
        } catch (error) {
          if (!(error instanceof AuthError)) throw error
          // Whoever goes back, or loads this address again, has come in already.
          if (error.code === 'AUTH_STATE_INVALID' && visit.person !== undefined) return { kind: 'redirect', to: '/' }
          return renderRefusal(texts, error.message, [clearCookie(runtime, cookieName)])
        }
      },
    },
  ]
}

const flowCookie = 'signing-in'

function nameFlowCookie(state: string): CookieId {
  return { name: flowCookie, flow: toFlowKey(state) }
}

/** The issuers of an organization: the given one, otherwise the only one. */
export async function renderIssuers({ runtime, query, loadAppearance, speakFor }: Visit): Promise<PageAnswer> {
  const organizations = await runtime.organizations.list()
  const only = organizations.length === 1 ? organizations[0]?.id : undefined
  const organizationId = query.get('organization') ?? only
  const issuers = organizationId === undefined ? [] : await runtime.signInIssuers.list({ organizationId })
  // Only where somebody can sign in: guessing ids reveals nothing.
  const found = organizations.find(({ id }) => id === organizationId)
  const fresh = query.get('fresh') === 'yes'
  const shown = issuers.length > 0 ? found?.id : undefined
  const [{ texts }, { name }] = await Promise.all([speakFor(shown), loadAppearance(shown)])
  return createPage(
    { title: texts.actions.signIn, organizationId: shown },
    <section class="lone">
      <h1>{texts.actions.signInTo({ name: issuers.length > 0 && found ? found.name : name })}</h1>
      {issuers.map((issuer) => (
        <IssuerForm issuer={issuer} fresh={fresh} />
      ))}
      {issuers.length === 0 && organizationId !== undefined && <p>{texts.signIn.noneSetUp}</p>}
      {only === undefined && (
        <GetForm to="/sign-in">
          <InputField name="organization" label={texts.signIn.organizationId} value={organizationId ?? ''} required />
          {fresh && <input type="hidden" name="fresh" value="yes" />}
          <SubmitButton looks="quiet">{texts.actions.continue}</SubmitButton>
        </GetForm>
      )}
      <p class="small">
        {texts.frame.signIn.operatorLink({
          code: (
            <code>
              {formatCommandTemplate(shell`sign-in-link --public-url ${runtime.publicUrl}`, {
                needsOrganization: true,
              })}
            </code>
          ),
        })}
      </p>
    </section>,
  )
}

async function renderInvitation(visit: Visit): Promise<PageAnswer> {
  const { runtime, users, query } = visit
  const token = query.get('token') ?? ''
  const invitation = await runtime.people.invitation(token)
  if (invitation === undefined) return renderRefusal(visit.texts, visit.texts.signIn.invitation.invalid)
  const { organizationId, userId, role, periodFrom, periodTo } = invitation
  const [{ texts }, user, organization, issuers] = await Promise.all([
    visit.speakFor(organizationId),
    users.find({ organizationId, userId }),
    runtime.organizations.get(organizationId),
    runtime.signInIssuers.list({ organizationId }),
  ])
  const invited = (
    <>
      <b>{user?.name ?? userId}</b>
      {user && ` (${user.email})`}
    </>
  )
  return createPage(
    { title: texts.signIn.invitation.pageTitle, organizationId },
    <section class="lone">
      <h1>{texts.signIn.invitation.title({ name: organization?.name ?? organizationId })}</h1>
      <p>
        {periodFrom === null && periodTo === null
          ? texts.signIn.invitation.text({ person: invited, role: texts.states.role[role] })
          : texts.signIn.invitation.textWithPeriod({
              person: invited,
              role: texts.states.role[role],
              runs: texts.shared.period.runs({ from: periodFrom, to: periodTo }),
            })}
        {issuers.length > 0 && ` ${texts.signIn.invitation.account}`}
      </p>
      <p>{texts.signIn.invitation.warning}</p>
      {issuers.map((issuer) => (
        <IssuerForm issuer={issuer} invitation={token} />
      ))}
      {issuers.length === 0 && (
        <PostForm to="/invitation">
          <input type="hidden" name="token" value={token} />
          <SubmitButton looks="primary">{texts.signIn.invitation.button({ name: user?.name ?? userId })}</SubmitButton>
        </PostForm>
      )}
    </section>,
  )
}

interface IssuerFormProps {
  readonly issuer: SignInIssuer
  readonly invitation?: string
  readonly fresh?: boolean
}

function IssuerForm({ issuer: { id, name }, invitation, fresh }: IssuerFormProps) {
  const texts = useTexts()
  return (
    <PostForm to="/sign-in/start">
      <input type="hidden" name="issuer" value={id} />
      {invitation !== undefined && <input type="hidden" name="invitation" value={invitation} />}
      {fresh && <input type="hidden" name="fresh" value="yes" />}
      <p>
        <SubmitButton looks="primary">{texts.signIn.withIssuer({ name })}</SubmitButton>
      </p>
    </PostForm>
  )
}

function renderRefusal(texts: Texts, message: string, cookies: readonly string[] = []): PageAnswer {
  return createPage(
    { status: 403, title: texts.states.notSignedIn, cookies },
    <section class="lone">
      <h1>{texts.signIn.refused.title}</h1>
      <p>{message}</p>
      <p>
        <Link to="/sign-in" looks="quiet">
          {texts.signIn.refused.link}
        </Link>
      </p>
    </section>,
  )
}
