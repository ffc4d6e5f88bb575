import { type AnyConnector, toInventoryId } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { type OperationUse, type PartUses, uniteUses } from '../contract/operation-use.ts'
import { joinMember, type Reads } from '../contract/watch-shape.ts'
import { type ChangeKind, type ChangeLevel, type DescriptionChange, readLevel } from './change.ts'
import { compareOperation } from './compare-operations.ts'
import { indexOperations } from './operation-index.ts'

/** A change of the vendor's that touches checks. */
export interface Drift {
  readonly level: ChangeLevel
  readonly kind: ChangeKind
  readonly operation: string
  /** `[].profile.login`; undefined for the operation itself. */
  readonly member?: string | undefined
  /** A sentence. */
  readonly message: string
  /** Checks that it touches, also by what they read of an inventory. */
  readonly checks: readonly string[]
  readonly inventories: readonly string[]
  /** JSON pointers into the old and the new description. */
  readonly before: string
  readonly after?: string | undefined
}

export interface DriftReport {
  readonly drifts: readonly Drift[]
  /** How many operations the old description has of those that the connector asks. */
  readonly compared: number
  /** Operations that the old description does not have, so that nothing can be said of them. */
  readonly unknown: readonly string[]
}

/** A connector, and what each part of it relies on. */
export interface DriftSubject {
  readonly connector: AnyConnector
  readonly parts: PartUses
}

/** Tells which checks of a connector a new description breaks or bends. */
export function findDrift({ connector, parts }: DriftSubject, old: Description, now: Description): DriftReport {
  const before = { description: old, index: indexOperations(old) }
  const after = { description: now, index: indexOperations(now) }
  const unknown: string[] = []
  const drifts: Drift[] = []
  const uses = uniteUses(parts)
  const scopes = listScopes(connector)
  for (const [name, use] of uses) {
    const [method = '', path = ''] = name.split(' ')
    const operation = before.index.find(method, path)
    if (!operation) {
      unknown.push(name)
      continue
    }
    for (const found of compareOperation(operation, after, before, { use, scopes }))
      drifts.push(toDrift({ ...found, operation: name }, connector, { parts, old, now }))
  }
  const sorted = drifts.toSorted((a, b) => rank(a) - rank(b))
  return { drifts: sorted, compared: uses.size - unknown.length, unknown }
}

function rank({ level }: Drift): number {
  return level === 'breaks' ? 0 : 1
}

function toDrift(
  change: DescriptionChange,
  connector: AnyConnector,
  { parts, old, now }: { readonly parts: PartUses; readonly old: Description; readonly now: Description },
): Drift {
  const { kind, operation, member, message, before, after } = change
  const touched = [...parts].filter(([, uses]) => isTouched(uses.get(operation), member)).map(([part]) => part)
  const named = member?.reduce((at, step) => joinMember(at, step), '')
  const subject = named === undefined ? operation : `${operation} → ${named === '' ? 'the answer' : named}`
  return {
    level: readLevel(kind),
    kind,
    operation,
    member: named,
    message: `${subject} ${message}.`,
    checks: listChecks(connector, touched),
    inventories: connector.inventories.map(toInventoryId).filter((id) => touched.includes(id)),
    before: old.pointer(before.pointer),
    after: after && now.pointer(after.pointer),
  }
}

/** Whether a part asks the operation, and reads the member or something in it. */
function isTouched(use: OperationUse | undefined, member: readonly string[] = []): boolean {
  let at: Reads | undefined = use?.reads
  for (const step of member) at = at?.members.get(step)
  return at !== undefined
}

/** Checks among the parts, and those that read an inventory among them. Who cannot sign in can check nothing. */
function listChecks({ checks }: AnyConnector, parts: readonly string[]): readonly string[] {
  return checks
    .filter(
      ({ id, reads = [] }) =>
        parts.includes('connection') ||
        parts.includes(id) ||
        reads.some(({ inventory }) => parts.includes(toInventoryId(inventory))),
    )
    .map(({ id }) => id)
}

/** Scopes that the connector asks for already. */
function listScopes({ definition: { auth }, checks, inventories }: AnyConnector): readonly string[] {
  return [
    ...(auth.type === 'oauth2' ? auth.config.scopes : []),
    ...checks.flatMap((check) => check.scopes ?? []),
    ...inventories.flatMap((inventory) => inventory.scopes ?? []),
  ]
}
