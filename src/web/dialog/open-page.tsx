import { AuthError } from '../../errors/index.ts'
import { connectDialogPath } from '../../runtime/sign-in/connect-sessions.ts'
import { PostForm } from '../frame/links.tsx'
import type { PageRoute } from '../page-route.ts'
import { renderOver } from './define-dialog.tsx'
import { DialogScript } from './dialog-parts.tsx'
import { createDialogCookie } from './dialog-session.ts'

const route = { path: connectDialogPath, access: 'anybody', audit: undefined, isDialog: true } as const

/**
 * The page of the dialog's URL. The token is behind "#", so it gets into no log, and a program that only looks at the link
 * uses nothing up.
 */
export const openDialogPage: PageRoute = {
  ...route,
  method: 'get',
  answer: async () => ({
    kind: 'page',
    title: 'Connect',
    content: (
      <section class="lone">
        <h1>Connect a system</h1>
        <PostForm to={`${connectDialogPath}/open`} data-dialog-open="">
          <div class="field">
            <label for="token">Code</label>
            <p class="help" id="token-help">
              It is the part of the link behind “#”. With scripts on, you do not have to enter it.
            </p>
            <input id="token" name="token" required aria-describedby="token-help" />
          </div>
          <button class="button primary" type="submit">
            Continue
          </button>
        </PostForm>
        <DialogScript />
      </section>
    ),
  }),
}

export const openDialog: PageRoute = {
  ...route,
  method: 'post',
  path: `${connectDialogPath}/open`,
  answer: async ({ runtime, form }) => {
    try {
      const { session, key } = await runtime.connectSessions.open(form.text('token').trim())
      const { id, connectors } = session
      const [only, ...others] = connectors ?? []
      const to = `${connectDialogPath}/${id}${only !== undefined && others.length === 0 ? `/${only}` : ''}`
      return { kind: 'redirect', to, cookies: [createDialogCookie(runtime, session, key)] }
    } catch (error) {
      if (error instanceof AuthError) return renderOver(error.message)
      throw error
    }
  },
}
