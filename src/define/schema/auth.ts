import * as z from 'zod/mini'
import type { Fields } from './fields.ts'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

export function buildAuth(values: ValueSchemas, { credentialFieldSchema, customSetting }: Fields) {
  const { text, singleLine, valueId } = values
  const oauth2Config = buildOAuth2(values, customSetting)

  const apiKeyConfig = strict({
    in: z.enum(['header', 'query']),
    name: text,
    prefix: z.optional(singleLine),
    field: z.optional(
      strict({ label: z.optional(text), placeholder: z.optional(z.string()), helpText: z.optional(z.string()) }),
    ),
    setupInstructions: z.optional(z.string()),
  })

  const basicConfig = strict({
    scheme: z.optional(z.enum(['basic', 'digest'])),
    usernameField: z.optional(valueId),
    passwordField: z.optional(valueId),
    fixedUsername: z.optional(singleLine),
    fixedPassword: z.optional(singleLine),
    labels: z.optional(strict({ username: z.optional(text), password: z.optional(text) })),
    setupInstructions: z.optional(z.string()),
  })

  const customConfig = strict({
    description: z.optional(z.string()),
    credentialFields: z.array(credentialFieldSchema),
    customSettings: z.optional(z.array(customSetting)),
    settingsInstructions: z.optional(z.string()),
    setupInstructions: z.optional(z.string()),
  })

  return z.discriminatedUnion('type', [
    strict({ type: z.literal('oauth2'), config: oauth2Config }),
    strict({ type: z.literal('api_key'), config: apiKeyConfig }),
    strict({ type: z.literal('basic'), config: basicConfig }),
    strict({ type: z.literal('custom'), config: customConfig }),
  ])
}

function buildOAuth2(
  { text, valueId, pattern, params, pageUrl, headerName, singleLine }: ValueSchemas,
  customSetting: Fields['customSetting'],
) {
  const captureSchema = strict({
    from: z.enum(['callback', 'token']),
    path: text,
    id: valueId,
    pattern: z.optional(pattern),
    secret: z.optional(z.boolean()),
  })

  const refusalWord = text.check(
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
      'must be an error code as the vendor sends it, such as session_ended',
    ),
  )

  const oauth2Options = {
    tokenUrl: text,
    scopes: z.array(text),
    pkce: z.optional(z.boolean()),
    clientAuthMethod: z.optional(z.enum(['body', 'header', 'certificate'])),
    clientAuthEncoding: z.optional(z.enum(['form', 'raw'])),
    publicClient: z.optional(z.boolean()),
    supportsRefreshToken: z.optional(z.boolean()),
    authorizationParams: z.optional(params),
    tokenParams: z.optional(params),
    refreshParams: z.optional(params),
    setupInstructions: z.optional(z.string()),
    createAppUrl: z.optional(pageUrl),
    customSettings: z.optional(z.array(customSetting)),
    scopeSeparator: z.optional(text),
    scopeParam: z.optional(text),
    clientIdParam: z.optional(text),
    clientSecretParam: z.optional(text),
    callbackCodeParam: z.optional(text),
    tokenCodeParam: z.optional(text),
    responseType: z.optional(singleLine.check(z.minLength(1, 'must not be empty'))),
    randomParams: z.optional(z.array(text)),
    tokenBody: z.optional(z.enum(['form', 'json'])),
    refreshUrl: z.optional(text),
    tokenPath: z.optional(text),
    errorPath: z.optional(text),
    refusals: z.optional(z.record(refusalWord, z.enum(['grant', 'reconnect', 'app', 'permission', 'limit']))),
    tokenTypes: z.optional(z.array(text)),
    tokenPlacement: z.optional(strict({ header: headerName, prefix: singleLine })),
    capture: z.optional(z.array(captureSchema)),
    issuer: z.optional(text),
    revokeUrl: z.optional(text),
    registrationUrl: z.optional(text),
  }

  return z.discriminatedUnion('grant', [
    strict({ ...oauth2Options, grant: z.optional(z.literal('authorization_code')), authorizeUrl: text }),
    strict({ ...oauth2Options, grant: z.literal('client_credentials'), authorizeUrl: z.optional(text) }),
  ])
}
