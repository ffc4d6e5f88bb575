import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { holdLease } from '../../../auth/lease.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import type { FileRecord } from '../../../service/files/files.ts'
import { keepBytes, toFileRecord } from '../../../service/files/keep-file.ts'
import type { PackageRecord } from '../../../service/records/packages.ts'
import { toEvidenceLease } from '../../runs/evidence-lease.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type MadePackage, makePackage } from './make-package.ts'
import type { PackageOrder } from './package-order.ts'

/**
 * Makes a package at a place of the person. The service keeps what it names, and not its bytes.
 * @throws as `makePackage`; CheckwrightError `PACKAGE_BUSY`, retryable
 */
export function writePackage(runtime: Runtime, order: PackageOrder): Promise<MadePackage> {
  return holdEvidence(runtime, order, async () => {
    const made = await makePackage(runtime, order)
    await keepRecord(runtime, order, made, {})
    return made
  })
}

/** Makes a package and keeps its bytes in the service. @throws as `writePackage` */
export function storePackage(
  runtime: Runtime,
  order: Omit<PackageOrder, 'target'>,
  userId: string | undefined,
  forUserId?: string | undefined,
): Promise<PackageRecord> {
  const { organizationId, framework, from, to } = order
  const { clock, objects } = runtime.workspace
  return holdEvidence(runtime, order, async () => {
    const folder = await openTempFolder('package')
    try {
      const target = join(folder.path, 'package.zip')
      const made = await makePackage(runtime, { ...order, target })
      const stored = await keepBytes(objects, organizationId, createReadStream(target))
      const name = `package-${framework.id}-${from}-${to}.zip`
      const facts = { organizationId, name, type: 'application/zip', userId: userId ?? null }
      const file = toFileRecord(stored, { ...facts, createdAtMs: clock.nowMs() })
      return await keepRecord(runtime, order, made, { userId, forUserId, file })
    } finally {
      await folder.remove()
    }
  })
}

/** Lets retention delete no run of the organization, and nobody else make a package of it, until what it names is kept. */
function holdEvidence<T>(
  { workspace: { leases, clock } }: Runtime,
  { organizationId }: Pick<PackageOrder, 'organizationId'>,
  work: () => Promise<T>,
): Promise<T> {
  return holdLease(leases, clock, toEvidenceLease(organizationId), work, createBusyError)
}

function keepRecord(
  { packages }: Runtime,
  { organizationId, framework, from, to, mayReadPeople = true }: Omit<PackageOrder, 'target'>,
  { manifestSha256, gaps, runIds }: MadePackage,
  by: {
    readonly userId?: string | undefined
    readonly forUserId?: string | undefined
    readonly file?: FileRecord | undefined
  },
): Promise<PackageRecord> {
  const made = { organizationId, framework: framework.id, periodFrom: from, periodTo: to, manifestSha256, gaps }
  return packages.keep({ ...made, isWhole: mayReadPeople, runIds, ...by })
}

function createBusyError(): CheckwrightError {
  return new CheckwrightError('Another package of the organization is being made. Try again when it is there.', {
    code: 'PACKAGE_BUSY',
    retryable: true,
  })
}
