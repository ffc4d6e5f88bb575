import { generateKeyPairSync } from 'node:crypto'
import type { ConnectorDefinition, CredentialField } from '../../../define/index.ts'
import type { Answer } from '../../testing/vendor/answer.ts'
import type { VendorAuth } from '../../testing/vendor/auth.ts'

export const schemeNames = ['login-token', 'jwt-bearer', 'google-service-account', 'hmac', 'aws-sigv4'] as const
export type SchemeName = (typeof schemeNames)[number]

/** How a file signs in by a scheme that ships, and how the vendor of its first test recognises that. */
export interface SchemePart {
  readonly auth: Extract<ConnectorDefinition['auth'], { readonly type: 'custom' }>
  /** The members `login` or `sign` of the file. */
  readonly schemes: object
  /** Hosts that get credentials beside that of `baseUrl`. */
  readonly allowedHosts?: readonly string[]
  readonly credentials: Readonly<Record<string, string>>
  /** Undefined where only the vendor can check what is signed. */
  readonly vendorAuth: VendorAuth | undefined
  readonly routes: Readonly<Record<string, Answer>>
  readonly lookUp: readonly string[]
}

const token = 'session-of-nobody-4tGh8wQz'
const secret = 'secret-of-nobody-4tGh8wQz-of-32-bytes-or-more'
const bearer = { type: 'bearer', token } as const
const field = (id: string, label: string, type: 'text' | 'password' | 'textarea' = 'text'): CredentialField => ({
  id,
  label,
  type,
  required: true,
})
const custom = (...credentialFields: readonly CredentialField[]): SchemePart['auth'] => ({
  type: 'custom',
  config: { credentialFields },
})
const unchecked =
  'The first test does not prove the signature: its vendor takes any. Try it on a real account before you rely on it.'

/** @param baseUrl of the connector; logins go to its own origin */
export function createSchemePart(name: SchemeName, baseUrl: string): SchemePart {
  switch (name) {
    case 'login-token':
      return {
        auth: custom(field('client_id', 'Client ID'), field('client_secret', 'Client secret', 'password')),
        schemes: {
          login: {
            scheme: name,
            path: '/login',
            body: { client_id: '{client_id}', client_secret: '{client_secret}' },
            token: 'token',
            expiresIn: 'expires_in',
          },
        },
        credentials: { client_id: 'nobody', client_secret: secret },
        vendorAuth: bearer,
        routes: { 'POST /login': { json: { token, expires_in: 3600 } } },
        lookUp: [
          'The values that a person types: `credentialFields`. Type `password` keeps a value out of all output.',
          '`login`: the path of the login, what it takes, and where its answer has the token. Other schemes are `jwt-bearer` and `google-service-account`, and `sign` has `hmac` and `aws-sigv4`.',
        ],
      }
    case 'jwt-bearer':
      return {
        auth: custom(field('client_id', 'Client ID'), field('signing_key', 'Signing key', 'textarea')),
        schemes: {
          login: {
            scheme: name,
            path: '/oauth/token',
            key: 'signing_key',
            algorithm: 'HS256',
            issuer: '{client_id}',
            audience: baseUrl,
          },
        },
        credentials: { client_id: 'nobody', signing_key: secret },
        vendorAuth: bearer,
        routes: { 'POST /oauth/token': { json: { access_token: token, expires_in: 3600 } } },
        lookUp: [
          '`login`: the path that takes the assertion (RFC 7523), its algorithm, issuer, subject and audience, and the scopes.',
        ],
      }
    case 'google-service-account':
      return {
        auth: custom(field('service_account_key', 'JSON key of the service account', 'textarea')),
        allowedHosts: ['oauth2.googleapis.com'],
        schemes: {
          login: {
            scheme: name,
            key: 'service_account_key',
            scopes: ['https://www.googleapis.com/auth/cloud-platform.read-only'],
          },
        },
        credentials: { service_account_key: createGoogleKey() },
        vendorAuth: bearer,
        routes: { 'POST /token': { json: { access_token: token, expires_in: 3600 } } },
        lookUp: [
          '`login.scopes`: the fewest that the checks need. `subject`: whom the account acts for, if for somebody.',
        ],
      }
    case 'hmac':
      return {
        auth: custom(field('key_id', 'Key ID'), field('signing_key', 'Signing key', 'password')),
        schemes: {
          sign: {
            scheme: name,
            secret: 'signing_key',
            time: 'seconds',
            message: '{time}.{method}.{path}.{body}',
            headers: { 'X-Key-Id': '{key_id}', 'X-Timestamp': '{time}', 'X-Signature': '{signature}' },
          },
        },
        credentials: { key_id: 'nobody', signing_key: secret },
        vendorAuth: undefined,
        routes: {},
        lookUp: ['`sign.message`: what the vendor signs, in which order; `sign.headers`: what carries it.', unchecked],
      }
    case 'aws-sigv4':
      return {
        auth: custom(
          field('access_key_id', 'Access key ID'),
          field('secret_access_key', 'Secret access key', 'password'),
          field('region', 'Region'),
        ),
        schemes: {
          sign: {
            scheme: name,
            accessKey: 'access_key_id',
            secretKey: 'secret_access_key',
            service: 'execute-api',
            region: '{region}',
          },
        },
        credentials: { access_key_id: 'AKIDOFNOBODY', secret_access_key: secret, region: 'us-east-1' },
        vendorAuth: undefined,
        routes: {},
        lookUp: ['`sign.service`: the name of the service in the signature.', unchecked],
      }
  }
}

/** A key of nobody's, for the first test. It is in no file. */
function createGoogleKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return JSON.stringify({
    type: 'service_account',
    client_email: 'nobody@nowhere.iam.gserviceaccount.com',
    private_key_id: '1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  })
}
