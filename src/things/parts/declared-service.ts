import type { JoiningEntry } from '../../service/records/audit.ts'
import type { AuditAction } from './audit-actions.ts'

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
        /** The person who made it, whom no session names yet. @default the program */
        readonly personAfter?: (done: Done) => string | undefined
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
