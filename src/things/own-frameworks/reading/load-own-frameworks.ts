import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { chooseTaken, loadContent } from '../content/load-content.ts'
import { ownFrameworksMax } from '../limits.ts'
import { ownFramework } from '../thing.ts'

type FrameworkReader = Pick<Runtime, 'serviceOf' | 'workspace'>

interface FrameworksOf {
  readonly organizationId: string
  /** As they were at the end of this time. @default as they are now */
  readonly within?: TimeSpan | undefined
}

/** An own framework as lists show it. */
export interface OwnFrameworkSummary {
  readonly id: string
  readonly title: string
  readonly version: string | undefined
}

/** Own frameworks that are in use, by their titles. */
export async function listOwnFrameworks(
  parts: FrameworkReader,
  of: FrameworksOf,
): Promise<readonly OwnFrameworkSummary[]> {
  const records = await listRecords(parts, of)
  return records
    .filter(({ state }) => state === 'in-use')
    .map(({ values: { frameworkId: id, title, version } }) => ({ id, title, version: version ?? undefined }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
}

/** A framework that comes with Checkwright, or one of the organization's own, also if it was retired; undefined for an unknown id. */
export async function loadFrameworkOf(
  parts: FrameworkReader,
  { id, ...of }: FrameworksOf & { readonly id: string },
): Promise<Framework | undefined> {
  const shipped = await loadFramework(id)
  if (shipped) return shipped
  const record = chooseTaken(await listRecords(parts, of), id)
  const framework = record && (await loadContent(parts.workspace, record))
  return framework && { ...framework, countsFromMs: record.values.takenAtMs ?? undefined }
}

function listRecords({ serviceOf }: FrameworkReader, of: FrameworksOf) {
  return serviceOf(ownFramework).list({ ...of, limit: ownFrameworksMax })
}
