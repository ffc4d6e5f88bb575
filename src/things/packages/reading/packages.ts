import { everyFrameworkId } from '../../../checks/controls/frameworks/framework-names.ts'
import { ApiError } from '../../../errors/index.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { createFileResponse } from '../../api/answers/file-response.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import { takeWanted } from '../../parts/take-wanted.ts'

/** Who makes and reads packages. */
export interface PackageReader extends PeriodLimit {
  /** The person, if known. */
  readonly userId: string | undefined
  readonly mayReadPeople: boolean
  /** Whether they may have the packages of everybody, and make some for auditors. */
  readonly mayReadAll: boolean
  /** Whether they may know connections by their names. */
  readonly mayReadConnections: boolean
}

/** What a package is to be about. */
export interface PackageWish {
  readonly framework: string
  /** First and last day, in UTC. */
  readonly from: string
  readonly to: string
  readonly connections?: readonly string[] | undefined
  readonly requireEvidence?: boolean | undefined
  /** An auditor: it has what they may know, and they find it in their list. @default the reader themselves */
  readonly forUserId?: string | undefined
}

type PackageParts = Pick<HostParts, 'runtime' | 'objects'>

/**
 * Makes a package with what its reader may know.
 * @throws ApiError 403 for days outside of their period; as `storePackage`
 */
export async function createPackage(
  { runtime, objects }: PackageParts,
  reader: PackageReader,
  { framework: id, forUserId, ...wish }: PackageWish,
): Promise<PackageRecord> {
  const { organizationId, userId } = reader
  const known = findKnownTime(reader, runtime.workspace.clock.nowMs())
  const framework = await loadFrameworkOf(runtime, { organizationId, within: known, id })
  if (!framework)
    throw new ApiError(`There is no framework "${id}". There is ${everyFrameworkId.join(', ')}.`, {
      code: 'API_INVALID',
    })
  if (!isWithin(reader, wish))
    throw new ApiError('These days are not within the period that you may see.', { code: 'API_FORBIDDEN' })
  const auditor = forUserId === undefined ? undefined : await demandAuditor(runtime, reader, forUserId, wish)
  const { mayReadPeople, mayReadConnections } = auditor ?? reader
  const order = { ...wish, organizationId, framework, mayReadPeople, knownFromMs: known?.fromMs }
  // Loaded only where somebody makes one: everything that writes a package comes with it.
  const { storePackage } = await import('../making/store-package.ts')
  return storePackage(runtime, { ...order, isNamed: mayReadConnections, uploads: objects }, userId, forUserId)
}

/**
 * What the auditor may know for whom somebody makes a package. Nobody hands over more than they may know themselves.
 * @throws ApiError 400 where there is no such auditor, or the days are not theirs; 403
 */
async function demandAuditor(
  { people }: HostParts['runtime'],
  { organizationId, mayReadAll }: PackageReader,
  userId: string,
  wish: Pick<PackageWish, 'from' | 'to'>,
): Promise<Pick<PackageReader, 'mayReadPeople' | 'mayReadConnections'>> {
  if (!mayReadAll) throw new ApiError('Only administrators make packages for others.', { code: 'API_FORBIDDEN' })
  const membership = await people.role({ organizationId, userId })
  if (membership?.role !== 'viewer')
    throw new ApiError('A package is made for an auditor of the organization: a person with the role viewer.', {
      code: 'API_INVALID',
    })
  if (!isWithin(membership, wish))
    throw new ApiError(
      `These days are not within the period of that auditor, which is ${membership.periodFrom ?? 'any day'} to ${membership.periodTo ?? 'today'}.`,
      { code: 'API_INVALID' },
    )
  return {
    mayReadPeople: membership.readsPeople === 1,
    mayReadConnections: mayDo(membership.role, 'connections:read'),
  }
}

/** Those that a reader may have: all, or within their period their own and those that were made for them. The newest first. */
export async function listPackages(
  { runtime }: Pick<PackageParts, 'runtime'>,
  reader: PackageReader,
  page: { readonly limit: number; readonly before?: Pick<PackageRecord, 'madeAtMs' | 'id'> | undefined },
): Promise<readonly PackageRecord[]> {
  const { organizationId, userId = null, mayReadPeople, mayReadAll } = reader
  const { limit, before } = page
  const of = mayReadAll ? undefined : { userId, whole: mayReadPeople }
  const pages = listPages(runtime, { organizationId, of, before })
  return takeWanted(pages, ({ periodFrom: from, periodTo: to }) => isWithin(reader, { from, to }), limit)
}

/** Those whose bytes are here. The newest first. */
export async function listDownloadable(
  { runtime }: Pick<PackageParts, 'runtime'>,
  organizationId: string,
  limit: number,
): Promise<readonly PackageRecord[]> {
  return takeWanted(listPages(runtime, { organizationId }), ({ fileId }) => fileId !== null, limit)
}

const pageRows = 200

async function* listPages(
  { packages }: HostParts['runtime'],
  { before, ...filter }: Omit<Parameters<HostParts['runtime']['packages']['list']>[0], 'limit'>,
): AsyncGenerator<readonly PackageRecord[], void, undefined> {
  for (let last = before; ; ) {
    const page = await packages.list({ ...filter, limit: pageRows, before: last })
    yield page
    if (page.length < pageRows) return
    last = page.at(-1)
  }
}

/**
 * Those of others within the days of somebody who has only their own. Their bytes stay theirs; that they are there is no secret, and
 * somebody else can hand them over.
 */
export async function listHiddenPackages(
  { runtime }: Pick<PackageParts, 'runtime'>,
  reader: PackageReader,
  limit: number,
): Promise<readonly PackageRecord[]> {
  if (reader.mayReadAll) return []
  return takeWanted(
    listPages(runtime, { organizationId: reader.organizationId }),
    ({ userId, forUserId, periodFrom: from, periodTo: to }) =>
      userId !== reader.userId && (forUserId === null || forUserId !== reader.userId) && isWithin(reader, { from, to }),
    limit,
  )
}

/** The bytes of a package. @throws ApiError 404 */
export async function sendPackage(
  { runtime }: Pick<PackageParts, 'runtime'>,
  reader: PackageReader,
  id: string,
  request: Request,
): Promise<Response> {
  const record = await demandPackage(runtime, reader, id)
  const { files, objects } = runtime.workspace
  const file = record.fileId === null ? undefined : await files.find(record.fileId)
  const bytes = file && (await objects.get({ organizationId: file.organizationId, key: file.objectKey }))
  if (file && bytes) return createFileResponse(file, bytes, request)
  throw new ApiError('The bytes of the package are not here. It was written to another place.', { code: 'NOT_FOUND' })
}

async function demandPackage(
  { packages }: HostParts['runtime'],
  reader: PackageReader,
  id: string,
): Promise<PackageRecord> {
  const { organizationId, userId = null, mayReadPeople, mayReadAll } = reader
  const found = await packages.get({ id, organizationId })
  const isOwn = found && (found.userId === userId || (userId !== null && found.forUserId === userId))
  const mayHave = mayReadAll || (isOwn && (mayReadPeople || !found.isWhole))
  if (found && mayHave && isWithin(reader, { from: found.periodFrom, to: found.periodTo })) return found
  throw new ApiError('There is no such package.', { code: 'NOT_FOUND' })
}

function isWithin({ periodFrom, periodTo }: PeriodLimit, { from, to }: Pick<PackageWish, 'from' | 'to'>): boolean {
  return (periodFrom ?? from) <= from && to <= (periodTo ?? to)
}
