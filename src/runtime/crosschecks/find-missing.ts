import type { CrossCheckNeeds } from '../../crosscheck/cross-check.ts'
import type { InventoryKind } from '../../define/index.ts'

/** What an organization has for its cross-checks. */
export interface CrossCheckMeans {
  readonly isKeeping: boolean
  readonly hasDirectory: boolean
  /** Kinds of lists that a connector of a connection can read. */
  readonly readable: ReadonlySet<InventoryKind>
  /** Kinds of lists that a run has read. */
  readonly read: ReadonlySet<InventoryKind>
}

const kinds = { accounts: 'account', devices: 'device', training: 'training' } as const

/** Why a cross-check cannot run, for people; empty if it can. */
export function findMissing(
  needs: CrossCheckNeeds,
  { isKeeping, hasDirectory, readable, read }: CrossCheckMeans,
): readonly string[] {
  if (!isKeeping)
    return ['The organization does not keep the lists of its connections. Let it keep them in the settings.']
  return [
    ...(needs.people && !hasDirectory ? ['There is no directory. Say where your people are listed.'] : []),
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((need) => {
      const kind = kinds[need]
      if (needs[need] === undefined || read.has(kind)) return []
      return readable.has(kind)
        ? [`No connection has read its list "${kind}" yet. Run one.`]
        : [`There is no connection that can read a list "${kind}".`]
    }),
  ]
}
