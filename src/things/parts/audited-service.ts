import type { JoiningEntry } from '../../service/records/audit.ts'
import type { AuditAction } from './audit-actions.ts'
import type { AuditLog } from './audit-log.ts'

/**
 * The declaration of a service: each method declares that it reads, or that it changes something and which entry the
 * audit log gets. Reading what a vendor says of people has an entry too. A method without a declaration does not compile.
 */
export type Declared<Service> = {
  readonly [Name in keyof Service]:
    | Read<Service[Name]>
    | AuditedRead<Service[Name]>
    | ChangingMethod<Service[Name]>
    | JoinedChange<Service[Name]>
}

interface Read<Method> {
  readonly read: Method
}

type AuditedRead<Method> = Method extends (...args: infer Args) => Promise<infer Done>
  ? { readonly read: Method; readonly audit: MethodAudit<Args, Done> }
  : never

type ChangingMethod<Method> = Method extends (...args: infer Args) => Promise<infer Done>
  ? { readonly change: Method; readonly audit: MethodAudit<Args, Done> | Unaudited }
  : never

/** A change that writes its entry in its own transaction, so that both are there or neither: one commit in place of three. */
type JoinedChange<Method> = Method extends (...args: infer Args) => Promise<unknown>
  ? {
      /** @param entry undefined: somebody else has written one */
      readonly changeWith: (entry: JoiningEntry | undefined, ...args: Args) => ReturnType<Method>
      readonly audit: JoinedAudit<Args>
    }
  : never

/** The entry of a change that writes it. */
export type JoinedAudit<Args extends readonly unknown[]> = {
  /** Such as `run.start`. */
  readonly action: AuditAction
  /** The members of this value are the changed fields. Their values are not logged. @default none */
  readonly fields?: (...args: Args) => object
} & Defaulted<HasText<Args[0], 'organizationId'>, OrganizationOf<Args>>

/** The entry of one change or audited read, from its arguments and its outcome. */
export type MethodAudit<Args extends readonly unknown[], Done> = {
  /** Such as `connection.create`. */
  readonly action: AuditAction
  /** The members of this value are the changed fields. Their values are not logged. @default none */
  readonly fields?: (...args: Args) => object
  /** Of a change that can end without an error and without effect. @default 200 */
  readonly status?: (done: Done) => number
} & Defaulted<HasText<Done, 'id'> | HasText<Args[0], 'id'>, TargetOf<Args, Done>> &
  (
    | Defaulted<HasText<Args[0], 'organizationId'>, OrganizationOf<Args>>
    | {
        /** The same if only the outcome has it. The entry is then written afterwards, and only for a completed change. */
        readonly organizationAfter: (done: Done) => string
      }
  )

interface OrganizationOf<Args extends readonly unknown[]> {
  /**
   * The organization whose log gets the entry; undefined: none. Called only when an entry is written.
   * @default `organizationId` of the first argument
   */
  readonly organization: (...args: Args) => string | undefined | Promise<string | undefined>
}

interface TargetOf<Args extends readonly unknown[], Done> {
  /** Id of the changed thing. @default `id` of the outcome, else of the first argument */
  readonly target: (done: Done, ...args: Args) => string | null
}

/** What may be left out where the arguments or the outcome have it. */
type Defaulted<IsThere, Members> = true extends IsThere ? Partial<Members> : Members

type HasText<Value, Name extends string> = [Value] extends [{ readonly [_ in Name]: string }] ? true : false

/** A change without an entry of its own. */
export interface Unaudited {
  /** The reason, for readers of the code. */
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
    await log.recordMade({ ...named, organizationId: audit.organizationAfter(done) }, describe(done))
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
