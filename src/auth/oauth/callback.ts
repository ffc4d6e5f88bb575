import type { ConnectorDefinition } from '../../define/index.ts'
import { AuthError } from '../../errors/index.ts'
import { captureFrom } from './captures.ts'
import { requireCodeFlowConfig } from './connector-config.ts'
import { cleanUntrustedText, parseErrorCode } from './untrusted-text.ts'

// The longest documented codes are below 2000 characters (Microsoft). A longer text is not a code.
const codeLengthMax = 4096

/** The grant in a callback. */
export interface CallbackAnswer {
  readonly code: string
  readonly state: string
  /** Values that the connector captures from the callback, by credential id. */
  readonly captured: Readonly<Record<string, string>>
}

/**
 * The `state` of a callback; undefined if there is none, or more than one. Look the flow up by it first, because a
 * callback only counts if it belongs to a flow of this session.
 */
export function readCallbackState(url: string | URL): string | undefined {
  const states = parseCallbackUrl(url)?.searchParams.getAll('state') ?? []
  return states.length === 1 && states[0] !== '' ? states[0] : undefined
}

/**
 * Reads the authorization response (RFC 6749 §4.1.2). Unknown parameters are ignored.
 * @param url the URL of the callback request
 * @throws AuthError `AUTH_CALLBACK_DENIED` with the vendor's error code in `vendorCode`; `AUTH_CALLBACK_INVALID` when the
 * answer is incomplete, contradicts itself, or comes from another issuer (RFC 9207)
 */
export function parseCallback(url: string | URL, definition: ConnectorDefinition): CallbackAnswer {
  const { issuer, callbackCodeParam = 'code' } = requireCodeFlowConfig(definition)
  const parameters = parseCallbackUrl(url)?.searchParams
  if (!parameters) throw createInvalidCallbackError(definition, 'is not a URL')
  const one = (name: string): string | undefined => {
    const values = parameters.getAll(name)
    if (values.length > 1) throw createInvalidCallbackError(definition, `carries "${name}" more than once`)
    return values[0]
  }

  const [state, code, error] = [one('state'), one(callbackCodeParam), one('error')]
  if (!state) throw createInvalidCallbackError(definition, 'has no state')
  // Before the error, because an attacker's server must not be able to answer for this one (RFC 9207 §2.4).
  if (issuer !== undefined) demandIssuer(one('iss'), issuer, definition)
  if (error) {
    if (code !== undefined) throw createInvalidCallbackError(definition, 'has both a code and an error')
    throw createDeniedError(definition, error, one('error_description'))
  }
  // Answers of response types that were not requested. Tokens in a URL have leaked already (RFC 9700 §4.3).
  for (const stray of ['response', 'id_token', 'token', 'access_token']) {
    if (parameters.has(stray) && !isCaptured(stray, definition))
      throw createInvalidCallbackError(definition, `carries "${stray}"`)
  }
  if (!code) throw createInvalidCallbackError(definition, `has no ${callbackCodeParam}`)
  if (code.length > codeLengthMax)
    throw createInvalidCallbackError(definition, `has a code of more than ${codeLengthMax} characters`)
  const { captured, problems } = captureFrom('callback', definition, one)
  const [problem] = problems
  if (problem)
    throw createInvalidCallbackError(
      definition,
      `cannot be used: "${problem.id}", which is taken from it, ${problem.message}`,
    )
  return { code, state, captured }
}

/** Compared exactly as decoded, without any normalisation (RFC 9207 §2.4). */
function demandIssuer(iss: string | undefined, issuer: string, definition: ConnectorDefinition): void {
  if (iss === undefined)
    throw createInvalidCallbackError(definition, 'does not name the server that it comes from (iss)')
  if (iss !== issuer)
    throw createInvalidCallbackError(definition, 'comes from another server (iss) than the connector declares')
}

function isCaptured(name: string, { auth }: ConnectorDefinition): boolean {
  const captures = auth.type === 'oauth2' ? (auth.config.capture ?? []) : []
  return captures.some((capture) => capture.from === 'callback' && capture.path === name)
}

function createDeniedError({ name }: ConnectorDefinition, error: string, description: string | undefined): AuthError {
  const vendorCode = parseErrorCode(error)
  // Our text ends the sentence.
  const words = description === undefined ? '' : cleanUntrustedText(description).replace(/[.\s]+$/, '')
  const text = [vendorCode, words === '' ? undefined : `"${words}"`].filter((part) => part !== undefined)
  return new AuthError(
    `${name} did not grant access${text.length === 0 ? '' : `: ${text.join(', ')}`}. Reconnect, and allow the access that it requests.`,
    { code: 'AUTH_CALLBACK_DENIED', vendorCode },
  )
}

function createInvalidCallbackError({ name }: ConnectorDefinition, what: string): AuthError {
  return new AuthError(`The callback of ${name} ${what}. Start again.`, {
    code: 'AUTH_CALLBACK_INVALID',
  })
}

function parseCallbackUrl(url: string | URL): URL | undefined {
  if (typeof url !== 'string') return url
  return URL.canParse(url) ? new URL(url) : undefined
}
