import * as z from 'zod/mini'
import {
  type AuthenticateContext,
  type AuthenticateReply,
  type ConnectorDefinition,
  collectPatterns,
  fillUrl,
} from '../../define/index.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { LoginEntry } from '../format/schemes.ts'
import { askForToken, fail } from './ask-for-token.ts'
import { fillSchemeText } from './fill-scheme-text.ts'
import { signAssertion, writeAssertionBody } from './sign-assertion.ts'

/** Fixed, whatever the "token_uri" of a key says: somebody who provides a key must not choose where its proofs go. */
const googleTokenUrl = 'https://oauth2.googleapis.com/token'

/** The host that a connector has to allow for Google's logins. */
export const googleTokenHost = 'oauth2.googleapis.com'

const oauthAnswer = {
  asked: 'assertion',
  token: 'access_token',
  expiresIn: 'expires_in',
  header: 'authorization',
  prefix: 'Bearer ',
} as const

/** Logs in by a scheme. @throws AuthError */
export function logIn(
  entry: LoginEntry,
  definition: ConnectorDefinition,
  ctx: AuthenticateContext,
): Promise<AuthenticateReply> {
  switch (entry.scheme) {
    case 'google-service-account':
      return logInToGoogle(entry, ctx)
    case 'jwt-bearer':
      return logInByAssertion(entry, definition, ctx)
    case 'login-token':
      return logInForToken(entry, definition, ctx)
  }
}

const GoogleKey = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key_id: z.string(),
  private_key: z.string(),
})

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
async function logInToGoogle(
  { key: field, scopes, subject }: Extract<LoginEntry, { scheme: 'google-service-account' }>,
  ctx: AuthenticateContext,
): Promise<AuthenticateReply> {
  const { data: key } = GoogleKey.safeParse(parseJson(String(ctx.credentials[field] ?? '')))
  if (!key) throw fail('The key is not the JSON file of a service account. Paste the whole file.')
  const claims = omitUndefined({
    iss: key.client_email,
    scope: scopes.join(' '),
    aud: googleTokenUrl,
    sub: subject === undefined ? undefined : fillSchemeText(subject, ctx.credentials),
  })
  const body = async (now: Date) => {
    const of = { algorithm: 'RS256', keyId: key.private_key_id, claims, key: ctx.secret(key.private_key), now }
    return writeAssertionBody(ctx.secret(await signAssertion(of)))
  }
  return askForToken(ctx, { url: googleTokenUrl, body, ...oauthAnswer })
}

async function logInByAssertion(
  { path, key, keyId, algorithm, scopes, ...entry }: Extract<LoginEntry, { scheme: 'jwt-bearer' }>,
  definition: ConnectorDefinition,
  ctx: AuthenticateContext,
): Promise<AuthenticateReply> {
  const fill = (template: string) => fillSchemeText(template, ctx.credentials)
  const body = async (now: Date) => {
    const assertion = await signAssertion({
      algorithm,
      keyId: keyId === undefined ? undefined : fill(keyId),
      claims: {
        iss: fill(entry.issuer),
        sub: fill(entry.subject ?? entry.issuer),
        aud: fill(entry.audience),
        jti: crypto.randomUUID(),
      },
      key: String(ctx.credentials[key] ?? ''),
      now,
    })
    return writeAssertionBody(ctx.secret(assertion), scopes)
  }
  return askForToken(ctx, { url: joinPath(definition, path, ctx), body, refusals: entry.refusals, ...oauthAnswer })
}

async function logInForToken(
  {
    path,
    form = 'json',
    body,
    token,
    expiresIn,
    header = 'authorization',
    prefix = 'Bearer ',
    refusals,
  }: Extract<LoginEntry, { scheme: 'login-token' }>,
  definition: ConnectorDefinition,
  ctx: AuthenticateContext,
): Promise<AuthenticateReply> {
  const filled = Object.fromEntries(
    Object.entries(body).map(([name, text]) => [name, fillSchemeText(text, ctx.credentials)]),
  )
  return askForToken(ctx, {
    url: joinPath(definition, path, ctx),
    asked: 'login',
    body: () => (form === 'json' ? JSON.stringify(filled) : new URLSearchParams(filled)),
    headers: form === 'json' ? { 'content-type': 'application/json' } : undefined,
    token,
    expiresIn,
    header,
    prefix,
    refusals,
  })
}

/** An address on the connector's own origin. */
function joinPath(definition: ConnectorDefinition, path: string, { credentials }: AuthenticateContext): string {
  return new URL(path, fillUrl(definition.baseUrl, { values: credentials, patterns: collectPatterns(definition) })).href
}
