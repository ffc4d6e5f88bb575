import type { ClientAuthentication } from './client-authentication.ts'

/**
 * The only file that uses openid-client. The library builds the requests and checks conforming answers. We send them,
 * through its documented `customFetch`. The errors of token requests stay here, because their causes hold replies with
 * live tokens.
 */

/** A request as the library builds it. */
export interface WordedRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | URLSearchParams
}

/** An answer, and its form at a conforming server. */
export interface CarriedAnswer<T> {
  readonly answer: T
  readonly conforming: Response
}

/** Sends a request to its endpoint. Its errors reach the caller unchanged. */
export type Carry<T> = (request: WordedRequest) => Promise<CarriedAnswer<T>>

export interface OpenidClient {
  readonly endpoint: URL
  readonly clientId: string
  readonly authenticate: ClientAuthentication
}

/** An answer, and whether the library accepts its conforming form. */
export interface JudgedAnswer<T> {
  readonly answer: T
  readonly accepted: boolean
}

/**
 * A token request (RFC 6749 §3.2). One call serves all grants. The library's own for codes would derive the redirect
 * URI from the callback, without its query (§4.1.3 requires the registered one), and check a state that we have checked
 * already.
 */
export async function sendTokenRequest<T>(
  client: OpenidClient,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
  carry: Carry<T>,
): Promise<JudgedAnswer<T>> {
  const { genericGrantRequest } = await import('openid-client')
  const server = { token_endpoint: client.endpoint.href }
  return carryAndJudge(carry, async (fetch) => {
    await genericGrantRequest(await createOpenidConfiguration(client, server, fetch), grantType, parameters)
  })
}

/** A revocation (RFC 7009 §2.1). */
export async function sendRevocation<T>(
  client: OpenidClient,
  token: string,
  parameters: Readonly<Record<string, string>>,
  carry: Carry<T>,
): Promise<JudgedAnswer<T>> {
  const { tokenRevocation } = await import('openid-client')
  const server = { revocation_endpoint: client.endpoint.href }
  return carryAndJudge(carry, async (fetch) => {
    await tokenRevocation(await createOpenidConfiguration(client, server, fetch), token, parameters)
  })
}

/** A client registration (RFC 7591 §3.1). */
export async function sendRegistration<T>(
  endpoint: URL,
  metadata: Readonly<Record<string, string | readonly string[]>>,
  carry: Carry<T>,
): Promise<JudgedAnswer<T>> {
  const openid = await import('openid-client')
  // The library registers only after discovery, so it discovers the connector's declaration.
  const discovery = new URL('/.well-known/openid-configuration', endpoint)
  const discovered = { issuer, registration_endpoint: endpoint.href }
  return carryAndJudge(carry, (fetch) =>
    openid.dynamicClientRegistration(
      discovery,
      structuredClone(metadata) as Record<string, string | string[]>,
      openid.None(),
      {
        [openid.customFetch]: async (url, request) =>
          request.method === 'GET' ? createJsonResponse(discovered) : fetch(url, request),
        execute: endpoint.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
        timeout: endlessSeconds,
      },
    ),
  )
}

/** The fetch through which the library sends its requests. */
export type CustomFetch = import('openid-client').CustomFetch

/** The library for sign-in by OpenID Connect, loaded when somebody signs in. Its errors may repeat a reply. */
export function loadOpenidClient() {
  return import('openid-client')
}

/** A JSON answer. */
export function createJsonResponse(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

// The library requires an issuer and does not compare it in any call of ours: `iss` is checked at the callback.
const issuer = 'urn:checkwright:declared'

// The caller has the deadline. The library's would end in errors that explain less.
const endlessSeconds = 3600

async function createOpenidConfiguration(client: OpenidClient, server: Record<string, string>, fetch: CustomFetch) {
  const openid = await import('openid-client')
  // The secret is in the closure of `authenticate` alone. As metadata, the configuration would expose it.
  const config = new openid.Configuration({ issuer, ...server }, client.clientId, undefined, client.authenticate)
  config.timeout = endlessSeconds
  config[openid.customFetch] = fetch
  // Endpoints are https, or loopback hosts.
  if (client.endpoint.protocol === 'http:') openid.allowInsecureRequests(config)
  return config
}

async function carryAndJudge<T>(
  carry: Carry<T>,
  ask: (fetch: CustomFetch) => Promise<unknown>,
): Promise<JudgedAnswer<T>> {
  let end: { readonly answer: T } | { readonly thrown: unknown } | undefined
  const fetch: CustomFetch = async (_url, { headers, body }) => {
    try {
      const { answer, conforming } = await carry({
        headers,
        body: body instanceof URLSearchParams ? body : String(body),
      })
      end = { answer }
      return conforming
    } catch (thrown) {
      end = { thrown }
      throw thrown
    }
  }
  const accepted = await ask(fetch).then(
    () => true,
    () => false,
  )
  if (end === undefined) throw new TypeError('The OAuth request is not complete: client id or token is empty')
  if ('thrown' in end) throw end.thrown
  return { answer: end.answer, accepted }
}
