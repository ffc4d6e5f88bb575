import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { interactionPath } from './configuration.ts'
import type { SettledOptions } from './oauth-options.ts'
import { renderErrorPage, renderSignInPage } from './sign-in-page.ts'

/**
 * Answers the requests for the sign-in page: at once with consent, or with a page with a button. Returns false for
 * every other request.
 */
export async function answerSignIn(
  provider: Provider,
  settled: SettledOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (!request.url?.startsWith(interactionPath)) return false
  const interaction = await findPendingInteraction(provider, request, response)
  if (interaction === undefined) {
    const description = 'This sign-in has expired, or began in another browser. Start again from the app.'
    await showPage(response, 400, await renderErrorPage(settled.vendorName, 'session_not_found', description))
    return true
  }
  const { client_id: clientId, scope } = interaction.params
  const scopes = typeof scope === 'string' ? scope.split(' ') : []
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  const allow = async () => {
    const accountId = settled.account.id
    const grant = new provider.Grant({ accountId, clientId: String(clientId) })
    grant.addOIDCScope(scopes.join(' '))
    await finish({ login: { accountId }, consent: { grantId: await grant.save() } })
  }

  if (request.method === 'POST') {
    const decision = new URLSearchParams(await readFormBody(request)).get('decision')
    if (decision === 'allow') await allow()
    else await finish({ error: 'access_denied', error_description: 'The person chose not to allow access.' })
  } else if (settled.login === 'headless') {
    await allow()
  } else {
    const client = await provider.Client.find(String(clientId))
    const clientName = client?.clientName ?? String(clientId)
    const { vendorName, account } = settled
    await showPage(response, 200, await renderSignInPage({ vendorName, clientName, account, scopes }))
  }
  return true
}

/** The interaction that the request's cookie belongs to. */
async function findPendingInteraction(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  try {
    return await provider.interactionDetails(request, response)
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined
    throw error
  }
}

async function showPage(response: ServerResponse, status: number, page: string): Promise<void> {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action, because browsers apply it to the redirects after the form, and these lead to the app.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  })
  response.end(page)
}

async function readFormBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
