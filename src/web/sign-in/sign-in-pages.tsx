import { recordChange } from '../../host/audit.ts'
import { clearCookie, createCookie } from '../../host/cookies.ts'
import { createBrowserKey } from '../../host/form-token.ts'
import { PostForm } from '../frame/links.tsx'
import type { PageAnswer, PageRoute } from '../page-route.ts'
import { type SignInLinks, sessionSeconds } from './sign-in-links.ts'

/** Where links lead, and where a session ends. */
export function createSignInRoutes(links: SignInLinks): readonly PageRoute[] {
  return [
    {
      method: 'get',
      path: '/sign-in',
      access: 'anybody',
      audit: undefined,
      // Only shows a button: mail and chat programs open links before people do, and would use them up.
      answer: async ({ query }) => createSignInPage(query.get('token') ?? ''),
    },
    {
      method: 'post',
      path: '/sign-in',
      access: 'anybody',
      audit: undefined,
      answer: async ({ form, ...visit }) => {
        const { runtime, requestId } = visit
        const taken = await links.take(form.text('token'))
        if (taken === undefined) return usedUp
        const { organizationId, userId } = taken.person
        const entry = {
          organizationId,
          actor: { type: 'user', id: userId },
          action: 'session.start',
          fields: [],
          requestId,
        } as const
        await recordChange(
          entry,
          visit,
          async () => {},
          () => ({ status: 303, target: null }),
        )
        const session = createCookie(runtime, 'session', taken.id, sessionSeconds)
        // Forms that somebody else opened in this browser before are worth nothing from now on.
        return { kind: 'redirect', to: '/', cookies: [session, createBrowserKey(runtime).cookie ?? ''] }
      },
    },
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
      answer: async () => signedOut,
    },
  ]
}

function createSignInPage(token: string): PageAnswer {
  return {
    kind: 'page',
    title: 'Sign in',
    content: (
      <section class="lone">
        <h1>Sign in to Checkwright</h1>
        <p>Your link works once, in this browser.</p>
        <PostForm to="/sign-in">
          <input type="hidden" name="token" value={token} />
          <button class="button primary" type="submit">
            Sign in
          </button>
        </PostForm>
      </section>
    ),
  }
}

const usedUp: PageAnswer = {
  kind: 'page',
  status: 403,
  title: 'This link is not valid any more',
  content: (
    <section class="lone">
      <h1>This link is not valid any more</h1>
      <p>Somebody has used it, or it is older than ten minutes. The operator of this service can make another one.</p>
    </section>
  ),
}

const signedOut: PageAnswer = {
  kind: 'page',
  title: 'Signed out',
  content: (
    <section class="lone">
      <h1>You are signed out</h1>
      <p>This browser keeps no data of yours. You can close this page.</p>
    </section>
  ),
}
