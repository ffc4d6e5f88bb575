import type { JoiningEntry } from '../../service/records/audit.ts'
import type { AuditLog } from './audit-log.ts'
import type { Declared, JoinedAudit, MethodAudit, Unaudited } from './declared-service.ts'

/** The services as callers use them: each change is made with its entry in the audit log. */
export function auditServices<Services extends object>(
  log: AuditLog,
  services: { readonly [Name in keyof Services]: Declared<Services[Name]> },
): Services {
  return mapValues(services, (service) =>
    mapValues(service as object, (declaration) => auditMethod(log, declaration as LooseMethod)),
  ) as Services
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** The declaration of each method in `Declared`, as a union of all kinds. */
type LooseMethod =
  | { readonly read: Method; readonly audit?: MethodAudit<readonly unknown[], unknown> }
  | { readonly change: Method; readonly audit: MethodAudit<readonly unknown[], unknown> | Unaudited }
  | LooseJoined

interface LooseJoined {
  readonly changeWith: (entry: JoiningEntry | undefined, ...args: readonly unknown[]) => Promise<unknown>
  readonly audit: JoinedAudit<readonly unknown[]>
}

function auditMethod(log: AuditLog, declaration: LooseMethod): Method {
  if ('changeWith' in declaration) return auditJoined(log, declaration)
  const method = 'read' in declaration ? declaration.read : declaration.change
  const { audit } = declaration
  if (audit === undefined || 'unaudited' in audit) return method
  const { action, target = readTarget, fields, status = () => 200 } = audit
  return async (...args) => {
    const named = { action, fields: fields === undefined ? [] : listNames(fields(...args)) }
    const describe = (done: unknown) => ({ status: status(done), target: target(done, ...args) })
    if (!('organizationAfter' in audit)) {
      const { organization = readOrganization } = audit
      return log.change(
        { ...named, organizationId: async () => organization(...args) },
        () => method(...args),
        describe,
      )
    }
    const done = await method(...args)
    const made = { ...named, organizationId: audit.organizationAfter(done), userId: audit.personAfter?.(done) }
    await log.recordMade(made, describe(done))
    return done
  }
}

function auditJoined(log: AuditLog, { changeWith, audit }: LooseJoined): Method {
  const { action, fields, organization = readOrganization } = audit
  return (...args) =>
    log.changeWith(
      {
        action,
        fields: fields === undefined ? [] : listNames(fields(...args)),
        organizationId: async () => organization(...args),
      },
      (entry) => changeWith(entry, ...args),
    )
}

function readOrganization(first: unknown): string {
  return (first as { readonly organizationId: string }).organizationId
}

function readTarget(done: unknown, first: unknown): string {
  const changed = typeof done === 'object' && done !== null && 'id' in done ? done : first
  return (changed as { readonly id: string }).id
}

/** Names of the given members. The destination is recorded elsewhere. */
function listNames(args: object): string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    value === undefined || name === 'organizationId' || name === 'connectionId' || name === 'id' ? [] : [name],
  )
}

function mapValues(args: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, map(value)]))
}
