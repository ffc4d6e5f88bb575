import * as z from 'zod/mini'
import { strict } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'
import { type Choose, type Forms, text, texts } from './values.ts'

const header = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header'))
const path = z
  .string()
  .check(z.regex(/^\/(?![/\\])[^\\#\s]*$/, 'must be a path of the connector\'s own host, such as "/login"'))

/** What the vendor's own error codes of a login mean. */
const refusals = z.record(text, z.enum(['reconnect', 'app', 'permission', 'limit']))

/** Requests that carry a signature. Names such as `secretKey` name a credential field. */
const signForms = {
  'aws-sigv4': () =>
    strict({
      scheme: z.literal('aws-sigv4'),
      accessKey: text,
      secretKey: text,
      sessionToken: z.optional(text),
      service: text,
      region: text,
    }),
  hmac: () =>
    strict({
      scheme: z.literal('hmac'),
      secret: text,
      hash: z.optional(z.enum(['sha256', 'sha512'])),
      encoding: z.optional(z.enum(['hex', 'base64'])),
      /** How the time of the request is written. `http`: Sun, 30 Aug 2015 12:36:00 GMT, as a `Date` header has it. */
      time: z.optional(z.enum(['iso', 'seconds', 'milliseconds', 'http'])),
      /**
       * What is signed: `{method}`, `{host}`, `{path}`, `{query}`, `{sortedQuery}`, `{body}`, `{bodyHash}`, `{time}` and credential
       * fields. `{sortedQuery}` has the parameters by name and value, encoded as RFC 3986 says.
       */
      message: text,
      /** What requests then carry: the same, and `{signature}`. */
      headers: z.optional(z.record(header, text)),
      /** The user and the password that requests carry by HTTP Basic: `{client_id}:{signature}`. */
      basic: z.optional(
        z.string().check(z.regex(/^[^:]+:.+$/, 'must be a user and a password, with ":" between them')),
      ),
    }),
}

/** How the connector logs in before its first request. */
const loginForms = {
  'google-service-account': () =>
    strict({
      scheme: z.literal('google-service-account'),
      key: text,
      scopes: texts,
      subject: z.optional(text),
    }),
  'jwt-bearer': () =>
    strict({
      scheme: z.literal('jwt-bearer'),
      path,
      key: text,
      keyId: z.optional(text),
      algorithm: z.enum(['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256']),
      issuer: text,
      subject: z.optional(text),
      audience: text,
      scopes: z.optional(texts),
      refusals: z.optional(refusals),
    }),
  'login-token': () =>
    strict({
      scheme: z.literal('login-token'),
      path,
      form: z.optional(z.enum(['json', 'form'])),
      body: z.record(text, text),
      /** Where the token stands in the answer. */
      token: text,
      /** Where the answer says for how many seconds it is good. */
      expiresIn: z.optional(text),
      header: z.optional(header),
      prefix: z.optional(z.string()),
      refusals: z.optional(refusals),
    }),
}

export type SignEntry = z.infer<ReturnType<(typeof signForms)[keyof typeof signForms]>>
export type LoginEntry = z.infer<ReturnType<(typeof loginForms)[keyof typeof loginForms]>>

/** The schemes that ship. There are no others: a file has no code. */
export function buildSchemeForms(choose: Choose) {
  return { sign: chooseScheme(choose, signForms), login: chooseScheme(choose, loginForms) }
}

/** The form of the scheme that is named, or one that tells which there are. */
function chooseScheme<All extends Forms>(choose: Choose, forms: All) {
  const names = Object.keys(forms) as [keyof All & string, ...(keyof All & string)[]]
  return choose(
    forms,
    (value) => names.find((name) => isObject(value) && value.scheme === name),
    () => z.looseObject({ scheme: z.enum(names) }),
  )
}
