import { openRunWaivers, type RunWaivers } from '../../checks/waivers/run-waivers.ts'
import {
  type CheckData,
  crossCheckConnectorId,
  type Resource,
  type RunStatus,
  type Waived,
  type Waiver,
  type WaiverUse,
} from '../../define/index.ts'

/** The waivers of a run that judges many connections. */
export interface CrossWaivers {
  waiverFor(resource: Resource): Waived | undefined
  uses(status: RunStatus): readonly WaiverUse[]
}

const worstFirst: readonly WaiverUse['state'][] = ['expired', 'applied', 'undetermined', 'unused']

/**
 * Opens waivers for a cross-check. One for a connection covers what the connection has: the id of a resource begins with it.
 * @param known all cross-checks, so that a waiver of everything shows as one
 */
export function openCrossWaivers(
  waivers: readonly Waiver[],
  check: CheckData,
  known: readonly CheckData[],
  now: Date,
): CrossWaivers {
  const checks = [check, ...known.filter(({ id }) => id !== check.id)]
  const connector = { id: crossCheckConnectorId, checks }
  const opened = new Map<string, RunWaivers>()
  const open = (connectionId: string): RunWaivers => {
    const before = opened.get(connectionId)
    if (before) return before
    const made = openRunWaivers(waivers, connector, now, connectionId)
    opened.set(connectionId, made)
    return made
  }
  return {
    waiverFor: (resource) => open(resource.id.split('/', 1)[0] ?? '').waiverFor(check, resource),
    uses: (status) => {
      // Also those for connections that had nothing to waive.
      for (const connectionId of waivers.flatMap(({ connection }) => connection ?? [])) open(connectionId)
      if (opened.size === 0) open('')
      const uses = [...opened.values()].flatMap((each) => each.uses([{ id: check.id, status }]))
      return waivers.flatMap((waiver): readonly WaiverUse[] => {
        const own = uses.filter((use) => isSame(use, waiver))
        const [first] = own
        if (!first) return []
        const state = worstFirst.find((each) => own.some((use) => use.state === each)) ?? first.state
        return [{ ...first, state, results: own.reduce((total, { results }) => total + results, 0) }]
      })
    },
  }
}

function isSame({ state: _state, results: _results, note: _note, ...use }: WaiverUse, waiver: Waiver): boolean {
  return JSON.stringify(use) === JSON.stringify(waiver)
}
