import type { Texts } from '../../all-texts/texts.ts'
import { clearCookie } from '../../api/options/cookies.ts'
import { createBrowserKey } from '../../api/options/form-token.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { createPage, type PageAnswer, type PageRoute, type Visit } from '../../pages/page-route.ts'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import type { SignInLinks } from '../../people/pages/sign-in-links.ts'
import { createOpenidRoutes, renderIssuers } from './openid-pages.tsx'
import { startSession } from './start-session.ts'

/** The pages of links, sign-in with issuers, and sign-out. */
export function createSignInRoutes(links: SignInLinks): readonly PageRoute[] {
  return [
    {
      method: 'get',
      path: '/sign-in',
      access: 'anybody',
      audit: undefined,
      answer: async (visit) => {
        const token = visit.query.get('token')
        // Only shows a button, because mail and chat programs open links before people do, and would use them up.
        return token === null ? renderIssuers(visit) : createLinkPage(visit, links, token)
      },
    },
    {
      method: 'post',
      path: '/sign-in',
      access: 'anybody',
      audit: undefined,
      answer: async ({ form, ...visit }) => {
        const taken = await links.take(form.text('token'))
        return taken === undefined ? createUsedUpPage(visit.texts) : startSession(visit, taken, form.text('to'))
      },
    },
    ...createOpenidRoutes(links),
    {
      method: 'post',
      path: '/sign-out',
      access: 'anybody',
      audit: { action: 'session.end' },
      answer: async ({ request, runtime }) => {
        await links.end(request)
        const cookies = [clearCookie(runtime, 'session'), createBrowserKey(runtime).cookie ?? '']
        return { kind: 'redirect', to: '/signed-out', cookies }
      },
    },
    {
      method: 'get',
      path: '/signed-out',
      access: 'anybody',
      audit: undefined,
      answer: async ({ texts }) => createSignedOutPage(texts),
    },
  ]
}

/** Shows whom the link signs in. With somebody else's link, the values that you type would become theirs. */
async function createLinkPage(visit: Visit, links: SignInLinks, token: string): Promise<PageAnswer> {
  const { runtime, users, query } = visit
  const person = await links.peek(token)
  if (person === undefined) return createUsedUpPage(visit.texts)
  const { organizationId, userId, role } = person
  const [{ texts }, user, organization, { name }] = await Promise.all([
    visit.speakFor(organizationId),
    users.find({ organizationId, userId }),
    runtime.organizations.get(organizationId),
    visit.loadAppearance(organizationId),
  ])
  return createPage(
    { title: texts.actions.signIn, organizationId, framedBy: runtime.frameOrigins },
    <section class="lone">
      <h1>{texts.actions.signInTo({ name })}</h1>
      <p>
        {texts.signIn.link.text({
          person: (
            <>
              <b>{user?.name ?? userId}</b>
              {user && ` (${user.email})`}
            </>
          ),
          organization: <b>{organization?.name ?? organizationId}</b>,
          role: texts.states.role[role],
        })}
      </p>
      <p>{texts.signIn.link.warning}</p>
      <p class="small">{texts.signIn.link.once}</p>
      <PostForm to="/sign-in">
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="to" value={query.get('to') ?? ''} />
        <SubmitButton looks="primary">{texts.signIn.link.button({ name: user?.name ?? userId })}</SubmitButton>
      </PostForm>
    </section>,
  )
}

function createUsedUpPage(texts: Texts): PageAnswer {
  return createPage(
    { status: 403, title: texts.signIn.link.expired },
    <section class="lone">
      <h1>{texts.signIn.link.expired}</h1>
      <p>{texts.signIn.link.expiredText}</p>
    </section>,
  )
}

function createSignedOutPage(texts: Texts): PageAnswer {
  return createPage(
    { title: texts.signIn.signedOut.pageTitle },
    <section class="lone">
      <h1>{texts.signIn.signedOut.title}</h1>
      <p>{texts.signIn.signedOut.text}</p>
    </section>,
  )
}
