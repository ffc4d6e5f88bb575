import { html, raw } from 'hono/html'
import type { OAuthAccount } from './oauth-options.ts'

/** The content of the sign-in page. */
export interface SignInRequest {
  readonly vendorName: string
  readonly clientName: string
  readonly account: OAuthAccount
  readonly scopes: readonly string[]
}

/** The page with the button "Sign in and allow"; it posts `decision=allow` or `decision=deny` to its own URL. */
export function renderSignInPage({ vendorName, clientName, account, scopes }: SignInRequest): Promise<string> {
  return renderPage(
    `Sign in to ${vendorName}`,
    html`<h1>Sign in to ${vendorName}</h1>
      <p><strong>${clientName}</strong> would like to use your account.</p>
      <p class="account"><span aria-hidden="true">${account.name.slice(0, 1)}</span>${account.name}<br /><small>${account.email}</small></p>
      ${
        scopes.length === 0
          ? ''
          : html`<h2 id="scopes">It will be able to</h2>
              <ul aria-labelledby="scopes">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`
      }
      <form method="post">
        <button name="decision" value="allow" autofocus>Sign in and allow</button>
        <button name="decision" value="deny" class="quiet">Cancel</button>
      </form>
      <p><small>A local test server: there is no password, and nothing leaves this machine.</small></p>`,
  )
}

/** The page for a request that cannot continue. Its title begins with the OAuth error code. */
export function renderErrorPage(vendorName: string, error: string, description = ''): Promise<string> {
  return renderPage(
    `${error}: ${description}`,
    html`<h1>${vendorName} cannot go on</h1>
      <p role="alert">${description || 'The request was refused.'}</p>
      <p><code>${error}</code></p>`,
  )
}

async function renderPage(title: string, content: unknown): Promise<string> {
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
  return String(markup)
}

const style = `
  :root { color-scheme: light dark; --ink: #1c2333; --paper: #f3f5f9; --card: #fff; --line: #d5dae5; --accent: #2350c9; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e8ebf4; --paper: #10141f; --card: #1a2030; --line: #36405a; --accent: #8fb0ff; --on-accent: #10141f; }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(26rem, 100vw - 2rem); margin: 1rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
  h1 { margin: 0 0 .5rem; font-size: 1.4rem; } h2 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
  ul { margin: 0; padding-left: 1.25rem; } code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
  .account { display: grid; grid-template-columns: auto 1fr; column-gap: .75rem; align-items: center; }
  .account span { grid-row: span 2; width: 2.5rem; height: 2.5rem; display: grid; place-items: center; border-radius: 50%; background: var(--line); font-weight: 600; }
  .account br { display: none; }
  form { display: grid; gap: .5rem; margin: 1.5rem 0 1rem; }
  button { padding: .65rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; }
  button.quiet { color: inherit; background: none; border-color: var(--line); }
  button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`
