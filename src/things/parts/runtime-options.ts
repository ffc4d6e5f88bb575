import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import type { AnyConnector, Clock } from '../../define/index.ts'
import type { Signer } from '../../evidence/bundle/signer.ts'
import type { TransportOptions } from '../../http/transport/transport-options.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import type { MailOptions } from '../../service/notices/mail.ts'
import type { Notice } from '../../service/notices/notice.ts'
import type { KeyOptions } from '../../service/store/keys/resolve-keys.ts'
import type { AppearanceOptions } from './appearance-options.ts'
import type { OrganizationQuotas } from './quotas.ts'
import type { PrivateNetworkAllowance } from './reaches.ts'
import type { RetentionOptions } from './retention-options.ts'

/** Structured log, in pino's order: fields first, then a fixed message. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface RuntimeOptions extends Omit<TransportOptions, 'allowPrivateNetwork'> {
  /**
   * Reach private, loopback and link-local addresses, and plain http: all connections, or those of a list: an id of
   * a connection, or `<organization>/<connector>`. Give a list where organizations that you do not know share the service. @default false
   */
  readonly allowPrivateNetwork?: PrivateNetworkAllowance | undefined
  readonly connectors: readonly AnyConnector[]
  /**
   * Cross-checks of your own, beside those that ship. Every process on the store needs the same.
   * @default none
   */
  readonly crossChecks?: readonly CrossCheck[] | undefined
  /** `sqlite:<file>`, `postgres://user:password@host/database` or `memory:`. */
  readonly store: string
  /** Master keys that seal credentials. @default the key sources of docs/ARCHITECTURE.md, in order */
  readonly keys?: KeyOptions | undefined
  /** The URL of this service for people, such as `https://checks.example.com`: the base of the OAuth redirect URI. */
  readonly publicUrl: string
  /**
   * The store has sample data: its key, every manifest and every page say so, for ever. A store that has signed before is refused.
   * @default false, and a store that began as a sample stays one
   */
  readonly sample?: boolean | undefined
  /**
   * The engine: a queue of rows in the store, for the processes that share it; or pg-boss on PostgreSQL, with workers
   * (`checkwright worker`).
   * @default 'local'
   */
  readonly engine?: 'local' | 'pg-boss' | undefined
  /**
   * Whether this process takes runs that others left or schedules started, and handles schedules.
   * @default true with 'local', false with 'pg-boss'
   */
  readonly worker?: boolean | WorkerOptions | undefined
  /**
   * Waiting runs. More are refused with `QUEUE_FULL`, except for an organization with less than its share of them.
   * @default 10000 with 'local', 1000000 with 'pg-boss'
   */
  readonly queueMax?: number | undefined
  /** Limits for one organization. @default the default of each quota */
  readonly quotas?: OrganizationQuotas | undefined
  /** Origins, beside relative paths, to which a browser may return after connecting. */
  readonly returnOrigins?: readonly string[] | undefined
  /**
   * Origins whose pages may show pages of this service in frames, such as `https://app.example.com`: https, or loopback.
   * Cookies then say `SameSite=None; Partitioned`, so everybody signs in once more. @default none
   */
  readonly frameOrigins?: readonly string[] | undefined
  /** Name of this program in the audit log, for changes that are not made over HTTP. @default 'program' */
  readonly actor?: string | undefined
  /** Whether runs by default keep their exchanges, without secrets, as a signed bundle. @default 'none' */
  readonly evidence?: 'kept' | 'none' | undefined
  /**
   * Each new connection gets a schedule: every day, at a time of its own, first when it is a day old. Vendors that refuse its credential end it.
   * @default false; `serve` and `connect` of the command line do it
   */
  readonly dailyRuns?: boolean | undefined
  /**
   * The place where the bytes of files are kept, including bundles of runs.
   * @default beside the SQLite file, or in the database
   */
  readonly objects?: ObjectStore | undefined
  /** Retention of runs and the audit log; applied at start and once a day. @default for ever */
  readonly retention?: RetentionOptions | undefined
  /**
   * Gets the notices of every organization, as webhooks do and without details: at least once, in order per connection,
   * in one of the processes that take runs. If it throws, or takes more than 10 seconds, it gets the notice again later.
   */
  readonly onEvent?: ((notice: Notice) => void | Promise<void>) | undefined
  /** The mail server for notices. @default none, and nobody can choose mail */
  readonly mail?: MailOptions | undefined
  /** What pages and reports look like, where an organization has set nothing. @default as Checkwright */
  readonly appearance?: AppearanceOptions | undefined
  readonly clock?: Clock | undefined
  /** Signs evidence in place of the store's own key, for a key service. @default the store's own key */
  readonly signer?: Signer | undefined
  /** @default none */
  readonly logger?: Logger | undefined
  /** Called once, with a text, when a master key file is created. @default the logger's `warn` */
  readonly notify?: ((line: string) => void) | undefined
}

/** How a process takes runs. */
export interface WorkerOptions {
  /** Simultaneous runs. @default 16 */
  readonly concurrency?: number | undefined
  /** Simultaneous runs of one connector, over all workers ('pg-boss'). @default no limit but `concurrency` */
  readonly perConnector?: number | undefined
  /** How long a process may be silent before others take over its runs. @default 30 s */
  readonly leaseMs?: number | undefined
  /** How often it looks for runs that other processes queued. @default 1 s */
  readonly pollMs?: number | undefined
}
