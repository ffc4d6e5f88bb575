import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { chooseObjectStore, type Uses } from '../../parts/runtime-parts.ts'
import { ownFrameworksMax } from '../limits.ts'
import { ownFramework } from '../thing.ts'
import { chooseTaken, loadContent } from './load-content.ts'

export type NamedFrameworkParts = Uses<'things' | 'evidenceUploads' | 'objects' | 'files', 'clock' | 'options'>

/** A framework that comes with Checkwright, or one of the organization's own. */
export async function loadNamedFramework(
  parts: NamedFrameworkParts,
  organizationId: string,
  id: string,
): Promise<Framework | undefined> {
  const shipped = await loadFramework(id)
  if (shipped) return shipped
  const record = chooseTaken(await listOwn(parts, organizationId), id)
  const { evidenceUploads } = parts.store
  return record && loadContent({ evidenceUploads, objects: chooseObjectStore(parts) }, record)
}

/** Ids of the organization's own frameworks that count. */
export async function listOwnIds(parts: NamedFrameworkParts, organizationId: string): Promise<readonly string[]> {
  const own = await listOwn(parts, organizationId)
  return own.filter(({ values }) => values.takenAtMs !== null).map(({ values }) => values.frameworkId)
}

function listOwn({ store, clock }: NamedFrameworkParts, organizationId: string) {
  return store.things.of(ownFramework).of(organizationId).page({ nowMs: clock.nowMs(), limit: ownFrameworksMax })
}
