import { AuthError } from '../../../errors/index.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import type { PageRoute } from '../../pages/page-route.ts'
import { connectDialogPath } from '../connect-sessions.ts'
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
  answer: async ({ texts }) => ({
    kind: 'page',
    title: texts.actions.connect,
    content: (
      <section class="lone">
        <h1>{texts.actions.connectSystem}</h1>
        <PostForm to={`${connectDialogPath}/open`} data-dialog-open="">
          <div class="field">
            <label for="token">{texts.connect.dialog.code}</label>
            <p class="help" id="token-help">
              {texts.connect.dialog.codeHelp}
            </p>
            <input id="token" name="token" required aria-describedby="token-help" />
          </div>
          <button class="button primary" type="submit">
            {texts.actions.continue}
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
  answer: async ({ runtime, texts, form }) => {
    try {
      const { session, key } = await runtime.connectSessions.open(form.text('token').trim())
      const { id, connectors } = session
      const [only, ...others] = connectors ?? []
      const to = `${connectDialogPath}/${id}${only !== undefined && others.length === 0 ? `/${only}` : ''}`
      return { kind: 'redirect', to, cookies: [createDialogCookie(runtime, session, key)] }
    } catch (error) {
      if (error instanceof AuthError) return renderOver(texts, error.message)
      throw error
    }
  },
}
