import type { JoiningEntry } from '../../service/records/audit.ts'
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

type AuditedRead<Method> = Method extends (...given: infer Given) => Promise<infer Done>
  ? { readonly read: Method; readonly audit: MethodAudit<Given, Done> }
  : never

type ChangingMethod<Method> = Method extends (...given: infer Given) => Promise<infer Done>
  ? { readonly change: Method; readonly audit: MethodAudit<Given, Done> | Unaudited }
  : never

/** A change that writes its entry in its own transaction, so that both are there or neither: one commit in place of three. */
type JoinedChange<Method> = Method extends (...given: infer Given) => Promise<unknown>
  ? {
      /** @param entry undefined: somebody else has written one */
      readonly changeWith: (entry: JoiningEntry | undefined, ...given: Given) => ReturnType<Method>
      readonly audit: JoinedAudit<Given>
    }
  : never

/** The entry of a change that writes it. */
export type JoinedAudit<Given extends readonly unknown[]> = {
  /** Such as `run.start`. */
  readonly action: string
  /** The members of this value are the changed fields. Their values are not logged. @default none */
  readonly fields?: (...given: Given) => object
} & Defaulted<HasText<Given[0], 'organizationId'>, OrganizationOf<Given>>

/** The entry of one change or audited read, from its arguments and its outcome. */
export type MethodAudit<Given extends readonly unknown[], Done> = {
  /** Such as `connection.create`. */
  readonly action: string
  /** The members of this value are the changed fields. Their values are not logged. @default none */
  readonly fields?: (...given: Given) => object
  /** Of a change that can end without an error and without effect. @default 200 */
  readonly status?: (done: Done) => number
} & Defaulted<HasText<Done, 'id'> | HasText<Given[0], 'id'>, TargetOf<Given, Done>> &
  (
    | Defaulted<HasText<Given[0], 'organizationId'>, OrganizationOf<Given>>
    | {
        /** The same if only the outcome has it. The entry is then written afterwards, and only for a completed change. */
        readonly organizationAfter: (done: Done) => string
      }
  )

interface OrganizationOf<Given extends readonly unknown[]> {
  /**
   * The organization whose log gets the entry; undefined: none. Called only when an entry is written.
   * @default `organizationId` of the first argument
   */
  readonly organization: (...given: Given) => string | undefined | Promise<string | undefined>
}

interface TargetOf<Given extends readonly unknown[], Done> {
  /** Id of the changed thing. @default `id` of the outcome, else of the first argument */
  readonly target: (done: Done, ...given: Given) => string | null
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

type Method = (...given: readonly unknown[]) => Promise<unknown>

/** The declaration of each method in `Declared`, as a union of all kinds. */
type LooseMethod =
  | { readonly read: Method; readonly audit?: MethodAudit<readonly unknown[], unknown> }
  | { readonly change: Method; readonly audit: MethodAudit<readonly unknown[], unknown> | Unaudited }
  | LooseJoined

interface LooseJoined {
  readonly changeWith: (entry: JoiningEntry | undefined, ...given: readonly unknown[]) => Promise<unknown>
  readonly audit: JoinedAudit<readonly unknown[]>
}

function auditMethod(log: AuditLog, declaration: LooseMethod): Method {
  if ('changeWith' in declaration) return auditJoined(log, declaration)
  const method = 'read' in declaration ? declaration.read : declaration.change
  const { audit } = declaration
  if (audit === undefined || 'unaudited' in audit) return method
  const { action, target = readTarget, fields, status = () => 200 } = audit
  return async (...given) => {
    const named = { action, fields: fields === undefined ? [] : listGivenNames(fields(...given)) }
    const describe = (done: unknown) => ({ status: status(done), target: target(done, ...given) })
    if (!('organizationAfter' in audit)) {
      const { organization = readOrganization } = audit
      return log.change(
        { ...named, organizationId: async () => organization(...given) },
        () => method(...given),
        describe,
      )
    }
    const done = await method(...given)
    await log.recordMade({ ...named, organizationId: audit.organizationAfter(done) }, describe(done))
    return done
  }
}

function auditJoined(log: AuditLog, { changeWith, audit }: LooseJoined): Method {
  const { action, fields, organization = readOrganization } = audit
  return (...given) =>
    log.changeWith(
      {
        action,
        fields: fields === undefined ? [] : listGivenNames(fields(...given)),
        organizationId: async () => organization(...given),
      },
      (entry) => changeWith(entry, ...given),
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
function listGivenNames(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined || name === 'organizationId' || name === 'connectionId' || name === 'id' ? [] : [name],
  )
}

function mapValues(given: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, map(value)]))
}
