import type { RecordedRun, RunHead } from '../../../checks/runs/recorded-run.ts'
import { findCrossCheckHead } from '../../../crosscheck/run/cross-check-to-run.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'

/** Names of the systems that a cross-check judged, as it knew them; without those that the reader may not know. */
export async function loadSystemNames(
  { person: { role } }: Pick<OwnVisit, 'person'>,
  { head }: RecordedRun,
): Promise<ReadonlyMap<string, string>> {
  const systems = findCrossCheckHead(head)?.inputs.systems ?? []
  return new Map(mayDo(role, 'connections:read') ? systems.map(({ connectionId, name }) => [connectionId, name]) : [])
}

interface SystemsReadProps {
  readonly head: RunHead
  readonly names: ReadonlyMap<string, string>
}

/** How much of each system a cross-check saw. */
export function SystemsRead({ head: { crossCheck }, names }: SystemsReadProps) {
  const texts = useTexts()
  if (crossCheck === undefined) return null
  const { scopes, oldestReadAt } = crossCheck
  return (
    <Sheet id="systems" title={texts.crossChecks.basis.title}>
      {oldestReadAt !== undefined && (
        <p class="small">{texts.crossChecks.basis.oldestList({ moment: <Moment at={oldestReadAt} /> })}</p>
      )}
      <ul class="list">
        {scopes.map(({ connectionId, complete, because }) => (
          <li>
            <span class={`badge ${complete ? 'pass' : 'error'}`}>
              {complete ? texts.crossChecks.basis.complete : texts.crossChecks.basis.incomplete}
            </span>
            <span class="what">
              {names.get(connectionId) ?? <code>{connectionId}</code>}
              {because !== undefined && names.size > 0 && <span class="small">{because}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
