import * as z from 'zod/mini'
import { pageWordNames } from '../connector/vendor-page-words.ts'
import type { Fields } from './fields.ts'
import { strict } from './strict.ts'
import type { ValueSchemas } from './values.ts'

export function buildConnectorSchema<AuthSchema extends z.ZodMiniType>(
  schemas: ValueSchemas & Fields & { readonly authSchema: AuthSchema },
) {
  const { text, connectorId, semver, pageUrl, headerName, singleLine, params, positive, count } = schemas
  const { credentialFieldSchema, authSchema, variableSchema } = schemas
  const words = z.optional(z.array(text))
  const checks = z.optional(z.array(text).check(z.minLength(1, 'must name at least one check')))
  const pageWords = Object.fromEntries(pageWordNames.map((name) => [name, words])) as Record<
    (typeof pageWordNames)[number],
    typeof words
  >
  return strict({
    id: connectorId,
    name: text,
    version: z.optional(semver),
    description: z.optional(z.string()),
    category: z.optional(
      z.enum([
        'identity',
        'cloud',
        'development',
        'communication',
        'monitoring',
        'security',
        'hr',
        'devices',
        'data',
        'productivity',
        'infrastructure',
      ]),
    ),
    docsUrl: z.optional(pageUrl),
    baseUrl: text,
    allowedHosts: z.optional(z.array(text)),
    headers: z.optional(z.record(headerName, singleLine)),
    query: z.optional(params),
    credentialFields: z.optional(z.array(credentialFieldSchema)),
    auth: authSchema,
    variables: z.optional(z.array(variableSchema)),
    test: z.optional(strict({ path: text, query: z.optional(params) })),
    limits: z.optional(
      strict({
        concurrency: z.optional(count),
        requestsPerSecond: z.optional(positive),
        burst: z.optional(count),
        per: z.optional(z.enum(['connection', 'app'])),
      }),
    ),
    graphqlPath: z.optional(text),
    successPath: z.optional(text),
    pageWords: z.optional(strict(pageWords)),
    sensitive: z.optional(z.array(text)),
    unread: z.optional(z.array(strict({ of: text, members: z.array(text), checks, because: text }))),
    notJudged: z.optional(
      z.array(strict({ says: text, of: z.optional(text), members: z.optional(z.array(text)), checks })),
    ),
  })
}
