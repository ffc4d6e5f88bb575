import { z } from '@hono/zod-openapi'
import { everyFrameworkId } from '../../../checks/controls/frameworks/framework-names.ts'
import { ApiError } from '../../../errors/index.ts'
import { createBinarySchema } from '../../../service/api/schemas/binary.ts'
import { exampleConnectionId } from '../../../service/api/schemas/schemas.ts'
import { foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { createJsonBody } from '../../api/body/json-body.ts'
import { type Caller, findOwnerId, hasPeopleRight, hasRight } from '../../api/callers/caller.ts'
import { ownFrameworkQuery } from '../../api/framework-query.ts'
import { defineListRoute } from '../../api/list-route.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { defineRoute } from '../../api/route.ts'
import { createPackage, listPackages, type PackageReader, sendPackage } from '../reading/packages.ts'

const tag = 'Packages'
const permission = 'packages:make'
const day = z.iso.date().openapi({ example: '2026-05-01' })
const framework = z.enum(everyFrameworkId).openapi({ type: 'string', enum: [...everyFrameworkId], example: 'soc2' })

const PackageSchema = z
  .object({
    id: z.string().openapi({ example: '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d12' }),
    framework: z.string().openapi({ example: 'soc2' }),
    from: day,
    to: day,
    manifestSha256: z
      .string()
      .openapi({ description: 'SHA-256 of its manifest.json, which has the digests of all other files.' }),
    gaps: z.int().openapi({ description: 'What it says that it cannot prove.', example: 0 }),
    whole: z.boolean().openapi({ description: 'Whether its bundles have lists of people and exchanges.' }),
    forUserId: z.string().nullable().openapi({ description: 'The auditor for whom it was made.', example: null }),
    downloadable: z.boolean().openapi({ description: 'false: it was written to another place by the command line.' }),
    madeAt: timestamp,
  })
  .openapi('Package')

const NewPackage = z
  .strictObject({
    framework: framework.optional(),
    ownFramework: ownFrameworkQuery,
    from: day.openapi({ description: 'First day, in UTC.' }),
    to: day.openapi({ description: 'Last day, in UTC; today or before.' }),
    connections: z
      .array(ownId)
      .min(1)
      .max(1_000)
      .optional()
      .openapi({
        description:
          'Only these. The package then has no cross-checks, access reviews and obligations. Default: the whole organization.',
        example: [exampleConnectionId],
      }),
    requireEvidence: z.boolean().optional().openapi({ description: 'Refuse gaps, with 409.', example: false }),
    forUserId: foreignId.optional().openapi({
      description:
        'An auditor (viewer): the package has what they may know, and they find it in their list. Needs `people:read`.',
      example: 'usr_9',
    }),
  })
  .openapi('NewPackage')

const makePackage = defineRoute({
  method: 'post',
  path: '/v1/packages',
  operationId: 'PackagesController_create_v1',
  tag,
  summary: 'Make the package of a framework and a period for an auditor',
  description:
    'How each control stood on each day, with the signed evidence behind it. `checkwright verify` proves it. Without the scope `people:read` its bundles are the editions without lists of people and exchanges. Where the organization has obligations, which a package shows with their statements, the caller must also have the scope `tasks:read`; where it has uploads, `evidence-forms:read`. Retention keeps the runs that it names.',
  scope: 'integrations:read',
  permission,
  body: [createJsonBody(NewPackage)],
  answer: {
    status: 201,
    description: 'The package.',
    schema: PackageSchema,
    location: ({ id }) => `/v1/packages/${id}/file`,
  },
  problems: [409],
  audit: { action: 'package.make' },
  handle: async ({ body: { framework: shipped, ownFramework, ...wish }, caller }, host) => {
    const named = [shipped, ownFramework].filter((id) => id !== undefined)
    if (named.length !== 1 || named[0] === undefined)
      throw new ApiError('Name one framework: `framework` or `ownFramework`.', { code: 'API_INVALID' })
    await demandContent(host, caller)
    return toWirePackage(await createPackage(host, toReader(caller), { ...wish, framework: named[0] }))
  },
})

const listMade = defineListRoute({
  path: '/v1/packages',
  operationId: 'PackagesController_list_v1',
  tag,
  summary: 'List packages, the newest first',
  description: 'Without the scope `people:read`: those that the caller made, and those that were made for them.',
  scope: 'integrations:read',
  permission,
  answer: 'One page of packages.',
  item: PackageSchema,
  page: 'PackagePage',
  by: 'madeAtMs',
  list: ({ caller, page }, host) => listPackages(host, toReader(caller), page),
  toItem: toWirePackage,
})

const downloadPackage = defineRoute({
  method: 'get',
  path: '/v1/packages/{packageId}/file',
  operationId: 'PackagesController_download_v1',
  tag,
  summary: 'Download a package',
  description: 'With the scopes of what it shows, as to make one.',
  scope: 'integrations:read',
  permission,
  params: z.object({ packageId: ownId }),
  auditRead: { action: 'package.read', describe: ({ packageId }) => ({ target: packageId, fields: [] }) },
  answer: { status: 200, description: 'The package.', mediaTypes: ['application/zip'], schema: createBinarySchema() },
  handle: async ({ params: { packageId }, request, caller }, host) => {
    await demandContent(host, caller)
    return sendPackage(host, toReader(caller), packageId, request)
  },
})

/**
 * A package is a copy of obligations and uploads too, whoever made it. Where the organization has none, no package shows any.
 * @throws ApiError 403
 */
async function demandContent({ runtime }: HostParts, caller: Caller): Promise<void> {
  const { organizationId } = caller
  const { tasks, workspace } = runtime
  const contents = [
    { scope: 'tasks:read', action: 'tasks:read', isThere: () => tasks.hasAny({ organizationId }) },
    {
      scope: 'evidence-forms:read',
      action: 'evidence:read',
      isThere: async () => (await workspace.evidenceUploads.list({ organizationId, limit: 1 })).length > 0,
    },
  ] as const
  for (const { scope: needed, action, isThere } of contents)
    if (!hasRight(caller, needed, action) && (await isThere()))
      throw new ApiError(`A package of this organization needs the scope "${needed}" too, because it shows that.`, {
        code: 'API_FORBIDDEN',
      })
}

function toReader(caller: Caller): PackageReader {
  const { organizationId, periodFrom, periodTo, role } = caller
  return {
    organizationId,
    periodFrom,
    periodTo,
    userId: findOwnerId(caller),
    mayReadPeople: hasPeopleRight(caller),
    mayReadAll: hasRight(caller, 'people:read'),
    mayReadConnections: role === undefined || mayDo(role, 'connections:read'),
  }
}

function toWirePackage(record: PackageRecord): z.input<typeof PackageSchema> {
  const {
    id,
    framework,
    periodFrom: from,
    periodTo: to,
    manifestSha256,
    gaps,
    isWhole: whole,
    fileId,
    forUserId,
    madeAtMs,
  } = record
  const madeAt = new Date(madeAtMs).toISOString()
  return { id, framework, from, to, manifestSha256, gaps, whole, forUserId, downloadable: fileId !== null, madeAt }
}

export const packageRoutes = [makePackage, listMade, downloadPackage]
