import type { AuditLog } from './audit-log.ts'

/**
 * A service as it declares itself: each method says that it reads, or that it changes something and which entry the audit
 * log gets for it. A method that says neither does not compile.
 */
export type Declared<Service> = {
  readonly [Name in keyof Service]: Read<Service[Name]> | ChangingMethod<Service[Name]>
}

interface Read<Method> {
  readonly read: Method
}

type ChangingMethod<Method> = Method extends (...given: infer Given) => Promise<infer Done>
  ? { readonly change: Method; readonly audit: MethodAudit<Given, Done> | Unaudited }
  : never

/** The entry of one change, by what was given to its method and what came of it. */
export type MethodAudit<Given extends readonly unknown[], Done> = {
  /** As in `connection.create`. */
  readonly action: string
  /** Id of what was changed. */
  readonly target: (done: Done, ...given: Given) => string | null
  /** What its members name are the fields that were changed. Their values are never written down. @default none */
  readonly fields?: (...given: Given) => object
} & (
  | {
      /** Whose log it belongs to; undefined: nobody's. Asked for only when an entry is written. */
      readonly organization: (...given: Given) => string | undefined | Promise<string | undefined>
    }
  | {
      /** The same where only the outcome names it: the entry is written afterwards, and only for what was done. */
      readonly organizationAfter: (done: Done) => string
    }
)

/** A change without an entry of its own. */
export interface Unaudited {
  /** Why, for who reads the code. */
  readonly unaudited: string
}

/** The services as callers use them: each change is made with its entry in the audit log. */
export function auditServices<Services extends object>(
  log: AuditLog,
  services: { readonly [Name in keyof Services]: Declared<Services[Name]> },
): Services {
  return mapValues(services, (service) =>
    mapValues(service as object, (declaration) => auditMethod(log, declaration as LooseMethod)),
  ) as Services
}

type Method = (...given: readonly unknown[]) => Promise<unknown>

/** What `Declared` says of each method, as one that may be any. */
type LooseMethod =
  | { readonly read: Method }
  | { readonly change: Method; readonly audit: MethodAudit<readonly unknown[], unknown> | Unaudited }

function auditMethod(log: AuditLog, declaration: LooseMethod): Method {
  if ('read' in declaration) return declaration.read
  const { change, audit } = declaration
  if ('unaudited' in audit) return change
  const { action, target, fields } = audit
  return async (...given) => {
    const named = { action, fields: fields === undefined ? [] : listNames(fields(...given)) }
    if ('organization' in audit)
      return log.change(
        { ...named, organizationId: async () => audit.organization(...given) },
        () => change(...given),
        (done) => target(done, ...given),
      )
    const done = await change(...given)
    await log.recordMade({ ...named, organizationId: audit.organizationAfter(done) }, target(done, ...given) ?? '')
    return done
  }
}

/** Names of what was given; where it goes is said elsewhere. */
function listNames(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined || name === 'organizationId' || name === 'connectionId' || name === 'id' ? [] : [name],
  )
}

function mapValues(given: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]))
}
