import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { CheckwrightError } from '../../errors/index.ts'
import { openTempFolder } from '../../http/kept/temp-folder.ts'
import { keepBytes, toFileRecord } from '../../workspace/keep-file.ts'
import type { PackageRecord } from '../../workspace/packages.ts'
import type { Runtime } from '../runtime.ts'
import { makePackage, type PackageOrder } from './make-package.ts'

const patienceMs = 15 * 60_000

/**
 * Makes a package and keeps its bytes in the service. One of an organization is made at a time.
 * @throws as `makePackage`; CheckwrightError `PACKAGE_BUSY`, retryable
 */
export async function storePackage(
  runtime: Runtime,
  order: Omit<PackageOrder, 'target'>,
  userId: string | undefined,
): Promise<PackageRecord> {
  const { organizationId, framework, from, to, mayReadPeople = true } = order
  const { leases, clock, objects } = runtime.workspace
  const [lease, owner] = [`package:${organizationId}`, randomUUID()]
  if (!(await leases.acquire(lease, owner, patienceMs, clock.nowMs())))
    throw new CheckwrightError('Another package of the organization is being made. Try again when it is there.', {
      code: 'PACKAGE_BUSY',
      retryable: true,
    })
  const folder = await openTempFolder('package')
  try {
    const target = join(folder.path, 'package.zip')
    const { manifestSha256, gaps, runIds } = await makePackage(runtime, { ...order, target })
    const kept = await keepBytes(objects, organizationId, createReadStream(target))
    const name = `package-${framework.id}-${from}-${to}.zip`
    const facts = { organizationId, name, type: 'application/zip', userId: userId ?? null, createdAtMs: clock.nowMs() }
    const made = { organizationId, framework: framework.id, periodFrom: from, periodTo: to, manifestSha256, gaps }
    const file = toFileRecord(kept, facts)
    return await runtime.packages.keep({ ...made, isWhole: mayReadPeople, userId, runIds, file })
  } finally {
    await folder.remove()
    await leases.release(lease, owner)
  }
}
