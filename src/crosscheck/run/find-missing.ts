import type { InventoryKind } from '../../define/index.ts'
import type { CrossCheckNeeds } from '../define/cross-check.ts'

/** What an organization has for its cross-checks. */
export interface CrossCheckMeans {
  readonly isKeeping: boolean
  readonly hasDirectory: boolean
  /** Whether a version of any policy holds. */
  readonly hasPolicies: boolean
  /** Kinds of lists that a connector of a connection can read. */
  readonly readable: ReadonlySet<InventoryKind>
  /** Kinds of lists that a run has read. */
  readonly read: ReadonlySet<InventoryKind>
}

const kinds = { accounts: 'account', devices: 'device', training: 'training' } as const

/** What a cross-check cannot run without, and where you set it, for people; empty if it can run. */
export function findMissing(
  needs: CrossCheckNeeds,
  { isKeeping, hasDirectory, hasPolicies, readable, read }: CrossCheckMeans,
): readonly string[] {
  if (!isKeeping)
    return ['The organization does not keep the lists of its connections. Let it keep them in the settings.']
  return [
    ...(needs.people && !hasDirectory ? ['There is no directory. Say where your people are listed.'] : []),
    ...(needs.policies && !hasPolicies ? ['No policy is published. Write one, and publish it.'] : []),
    ...(Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((need) => {
      const kind = kinds[need]
      if (needs[need] === undefined || read.has(kind)) return []
      return readable.has(kind)
        ? [`No connection has read its list of ${need} yet. Run one.`]
        : [`No connection can read a list of ${need}. Connect a system whose connector can.`]
    }),
  ]
}
