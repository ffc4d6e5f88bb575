import { clearCookie } from '../../host/cookies.ts'
import { createBrowserKey } from '../../host/form-token.ts'
import { PostForm } from '../frame/links.tsx'
import type { PageAnswer, PageRoute, Visit } from '../page-route.ts'
import { createOpenidRoutes, renderIssuers } from './openid-pages.tsx'
import type { SignInLinks } from './sign-in-links.ts'
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
        return taken === undefined ? createUsedUpPage() : startSession(visit, taken, form.text('to'))
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
      answer: async ({ texts }) => createSignedOutPage(),
    },
  ]
}

/** Shows whom the link signs in. With somebody else's link, the values that you type would become theirs. */
async function createLinkPage(
  { runtime, users, query }: Pick<Visit, 'runtime' | 'users' | 'query'>,
  links: SignInLinks,
  token: string,
): Promise<PageAnswer> {
  const person = await links.peek(token)
  if (person === undefined) return createUsedUpPage()
  const { organizationId, userId, role } = person
  const [user, organization] = await Promise.all([
    users.find({ organizationId, userId }),
    runtime.organizations.get(organizationId),
  ])
  return {
    kind: 'page',
    title: 'Sign in',
    content: (
      <section class="lone">
        <h1>Sign in to Checkwright</h1>
        <p>
          {'This link signs you in as '}
          <b>{user?.name ?? userId}</b>
          {user && ` (${user.email})`}
          {' of '}
          <b>{organization?.name ?? organizationId}</b>
          {`, with the role ${role}.`}
        </p>
        <p>Is that not you, or did you not expect this link? Then close this page.</p>
        <p class="small">The link works once, in this browser.</p>
        <PostForm to="/sign-in">
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="to" value={query.get('to') ?? ''} />
          <button class="button primary" type="submit">
            {`Sign in as ${user?.name ?? userId}`}
          </button>
        </PostForm>
      </section>
    ),
  }
}

function createUsedUpPage(): PageAnswer {
  return {
  kind: 'page',
  status: 403,
  title: 'This link is no longer valid',
  content: (
    <section class="lone">
      <h1>This link is no longer valid</h1>
      <p>Somebody has used it, or it is older than ten minutes. The operator of this service can make another one.</p>
    </section>
  ),
}
}

function createSignedOutPage(): PageAnswer {
  return {
  kind: 'page',
  title: 'Signed out',
  content: (
    <section class="lone">
      <h1>You are signed out</h1>
      <p>This browser keeps no data of yours. You can close this page.</p>
    </section>
  ),
}
}
