import { z } from '@hono/zod-openapi'
import { authoredId, toNullable } from '../../../service/api/schemas/schemas.ts'
import {
  createFilledTextSchema,
  createTextSchema,
  fileName,
  timestamp,
} from '../../../service/api/schemas/text-schema.ts'
import type {
  DataConnector,
  DataConnectorMove,
  DataConnectorVersion,
  DataConnectorVersionDetails,
} from '../data-connectors.ts'

export const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 digest')
  .openapi({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })

export const connectorParams = z.object({ connectorId: authoredId.openapi({ example: 'acme' }) })
export const versionParams = connectorParams.extend({ digest })

/** Above the limit of a file, whose own message says more. */
const textMax = 1_100_000

/** JSON may write one character as six. */
export const fileBytesMax = 7_000_000

const exampleFile = `checkwright: connector/v1
id: example
name: Example
baseUrl: https://api.vendor.example
auth: { type: api_key, config: { in: header, name: X-Key } }
checks:
  - id: sso-enforced
    title: Single sign-on is enforced
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
`

export const FileSchema = z
  .strictObject({
    text: createTextSchema({ min: 1, max: textMax }).openapi({
      description: 'The file, YAML or JSON.',
      example: exampleFile,
    }),
    fileName: fileName.optional().openapi({ example: 'acme.connector.yaml' }),
    publisher: createFilledTextSchema({ max: 100 }).optional().openapi({
      description: 'Who writes its files. The first file of a connector decides it; a file of another one is refused.',
      example: 'operators',
    }),
  })
  .openapi('ConnectorFile')

export const DataConnectorSchema = z
  .object({
    id: z.string().openapi({ example: 'acme' }),
    publisher: z.string().openapi({ example: 'operators' }),
    state: z.enum(['draft', 'published', 'retired']),
    publishedDigest: z.string().nullable(),
    connections: z.int().openapi({ description: 'Of all organizations, without disconnected ones.', example: 3 }),
    createdAt: timestamp,
    retiredAt: timestamp.nullable(),
    retiredBy: z
      .string()
      .nullable()
      .openapi({ description: 'null: it is not retired, or was before Checkwright stored this.', example: null }),
  })
  .openapi('DataConnector')

const entries = z.array(
  z.object({
    path: z.string().openapi({ example: 'auth.config.tokenUrl' }),
    value: z.string().openapi({ example: 'https://acme.example/oauth/token' }),
  }),
)

const difference = z
  .object({ added: entries, removed: entries })
  .nullable()
  .openapi({ description: 'What it does with secrets that the published version does not. null: none is published.' })

const posts = z.array(z.string().openapi({ example: '/search' }))

const checks = z.array(
  z.object({ id: z.string().openapi({ example: 'sso-enforced' }), title: z.string().openapi({ example: 'Sign-on' }) }),
)

export const VersionSchema = z
  .object({
    digest: z.string().openapi({ description: 'SHA-256 of the file.' }),
    version: z.string().openapi({ example: '1.0.0' }),
    fileName: z.string().openapi({ example: 'acme.connector.yaml' }),
    posts: posts.openapi({ description: 'Paths that it may send POSTs to. Publishing it confirms them.' }),
    published: z.boolean().openapi({ description: 'Whether new connections get it.' }),
    sameDestination: z
      .boolean()
      .nullable()
      .openapi({ description: 'Whether secrets go where those of the published version go. null: none is published.' }),
    connections: z.int().openapi({ example: 2 }),
    addedBy: z.string().openapi({ example: 'ada' }),
    addedAt: timestamp,
    publishedBy: z.string().nullable(),
    publishedAt: timestamp.nullable(),
  })
  .openapi('DataConnectorVersion')

export const VersionDetailsSchema = VersionSchema.extend({
  name: z.string().openapi({ example: 'Acme' }),
  checks,
  destination: entries.openapi({ description: 'Where it sends secrets.' }),
  difference,
  text: z.string().openapi({ description: 'The file.' }),
}).openapi('DataConnectorVersionDetails')

export const ReviewSchema = z
  .object({
    id: z.string().openapi({ example: 'acme' }),
    digest: z.string(),
    version: z.string().openapi({ example: '1.0.0' }),
    name: z.string().openapi({ example: 'Acme' }),
    checks,
    posts,
    destination: entries,
    difference,
  })
  .openapi('ConnectorFileReview')

export const MoveSchema = z
  .object({
    id: z.string(),
    digest: z.string().openapi({ description: 'The version that they came to.' }),
    connections: z.int().openapi({ example: 2 }),
    movedBy: z.string().openapi({ example: 'ada' }),
    movedAt: timestamp,
    undoneBy: z.string().nullable(),
    undoneAt: timestamp.nullable(),
  })
  .openapi('ConnectorMove')

export const TrialSchema = z
  .object({
    data: z.array(
      z.object({
        check: z.string().openapi({ example: 'sso-enforced' }),
        status: z.string().nullable().openapi({ description: 'null: the version has no such check.', example: 'pass' }),
        same: z.boolean().openapi({ description: 'Whether it is the outcome of the recording.' }),
        message: z.string().nullable().openapi({ description: 'Why it could not tell.', example: null }),
        missing: z.array(z.string()).openapi({ description: 'Requests without an answer in the recording.' }),
      }),
    ),
  })
  .openapi('ConnectorTrial')

export function toWireDataConnector({ publishedSha256, retiredAt, retiredBy, ...connector }: DataConnector) {
  return {
    ...connector,
    publishedDigest: toNullable(publishedSha256),
    retiredAt: toNullable(retiredAt),
    retiredBy: toNullable(retiredBy),
  }
}

export function toWireVersion(version: DataConnectorVersion) {
  const {
    sha256,
    fileName: name,
    posts: paths,
    isPublished,
    hasSameDestination,
    connections,
    addedBy,
    addedAt,
  } = version
  return {
    digest: sha256,
    version: version.version,
    fileName: name,
    posts: [...paths],
    published: isPublished,
    sameDestination: toNullable(hasSameDestination),
    connections,
    addedBy,
    addedAt,
    publishedBy: toNullable(version.publishedBy),
    publishedAt: toNullable(version.publishedAt),
  }
}

type DescribedVersion = Pick<DataConnectorVersionDetails, 'name' | 'checks' | 'destination' | 'difference'>

export function toWireDescription({ name, checks: listed, destination, difference: changed }: DescribedVersion) {
  return {
    name,
    checks: [...listed],
    destination: [...destination],
    difference: changed ? { added: [...changed.added], removed: [...changed.removed] } : null,
  }
}

export function toWireMove({ sha256, undoneBy, undoneAt, ...move }: DataConnectorMove) {
  return { ...move, digest: sha256, undoneBy: toNullable(undoneBy), undoneAt: toNullable(undoneAt) }
}
