import type { ConnectionState } from '../auth/connection-store.ts'
import type {
  Finding,
  FindingEvent,
  FindingFilter,
  NewestOutcome,
  OutcomeFilter,
  TrendDay,
} from '../checks/finding-store.ts'
import type { KeptRun } from '../checks/kept-run.ts'
import type { ResultFilter, StoredResult } from '../checks/result-store.ts'
import type { RunRecord } from '../checks/run-store.ts'
import type { StoredWaiver, WaiverStore } from '../checks/waivers/waiver-store.ts'
import type {
  AnyConnector,
  AnyVariableValue,
  Clock,
  CredentialField,
  Option,
  RunEvent,
  RunResult,
  Waiver,
} from '../define/index.ts'
import type { Signer } from '../evidence/signer.ts'
import type { TransportOptions } from '../http/create-transport.ts'
import type { ExchangesOption } from '../http/ledger.ts'
import type { KeyOptions } from '../store/index.ts'
import type { AuditEntry } from '../workspace/audit.ts'
import type { ObjectStore } from '../workspace/objects.ts'
import type { OrganizationProfile } from '../workspace/organization-profiles.ts'
import type { Organization } from '../workspace/organizations.ts'
import type { User } from '../workspace/users.ts'
import type { RetentionOptions } from './retention-options.ts'
import type { NumberedEvent } from './run-events.ts'
import type { SigningService } from './signing-service.ts'
import type { Workspace } from './workspace.ts'

/** Structured log, in pino's order: fields first, then a fixed message. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface RuntimeOptions extends TransportOptions {
  readonly connectors: readonly AnyConnector[]
  /** `sqlite:<file>`, `postgres://user:password@host/database` or `memory:`. */
  readonly store: string
  /** Master keys that seal credentials. @default the key sources of docs/ARCHITECTURE.md, in order */
  readonly keys?: KeyOptions | undefined
  /** Where people reach this service, such as `https://checks.example.com`: the base of the OAuth redirect URI. */
  readonly publicUrl: string
  /**
   * When runs happen: from a queue of rows, by the processes that share the store; or by pg-boss on PostgreSQL, in workers
   * (`checkwright worker`). @default 'local'
   */
  readonly engine?: 'local' | 'pg-boss' | undefined
  /**
   * Whether this process takes runs that others left or schedules put in, and looks after schedules.
   * @default true with 'local', false with 'pg-boss'
   */
  readonly worker?: boolean | WorkerOptions | undefined
  /** Runs that may wait; more are refused with `QUEUE_FULL`. @default 10000 with 'local', 1000000 with 'pg-boss' */
  readonly queueMax?: number | undefined
  /** Origins, beside relative paths, to which a person may be sent back after connecting. */
  readonly returnOrigins?: readonly string[] | undefined
  /** Who this program is in the audit log, for changes that nobody asked for over HTTP. @default 'program' */
  readonly actor?: string | undefined
  /**
   * Whether runs that do not say otherwise keep what they asked and were answered, without secrets, as a signed bundle.
   * @default 'none'
   */
  readonly evidence?: 'kept' | 'none' | undefined
  /** Where the bytes of files are kept, bundles of runs too. @default beside the SQLite file, or in the database */
  readonly objects?: ObjectStore | undefined
  /** How long runs and the audit log are kept; applied at start and once a day. @default for ever */
  readonly retention?: RetentionOptions | undefined
  readonly clock?: Clock | undefined
  /** Signs evidence in place of the store's own key; for a key service. @default the store's own key */
  readonly signer?: Signer | undefined
  /** @default none */
  readonly logger?: Logger | undefined
  /** Told once, in words, when a master key file is created. @default the logger's `warn` */
  readonly notify?: ((line: string) => void) | undefined
}

/** How a process takes runs. */
export interface WorkerOptions {
  /** Runs at once. @default 16 */
  readonly concurrency?: number | undefined
  /** Runs of one connector at once, over all workers ('pg-boss'). @default no limit but `concurrency` */
  readonly perConnector?: number | undefined
  /** How long a process may be silent before others take over its runs. @default 30 s */
  readonly leaseMs?: number | undefined
  /** How often it looks for what other processes put in. @default 1 s */
  readonly pollMs?: number | undefined
}

/** When a connection is run again and again. */
export interface Schedule {
  readonly connectionId: string
  readonly organizationId: string
  /** Five fields: minute, hour, day of month, month, day of week. */
  readonly cron: string
  /** IANA name. */
  readonly timeZone: string
  /** undefined: all. */
  readonly checks: readonly string[] | undefined
  /** Whether it begins some time after what `cron` names, the same for a connection each time: at most 15 minutes. */
  readonly spread: boolean
  /** ISO 8601; undefined: never again. */
  readonly nextAt: string | undefined
  readonly lastRunId: string | undefined
  /** Why the last time passed without a run. */
  readonly skippedBecause: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

/** One customer's authenticated use of a connector. Holds no credential. */
export interface Connection {
  readonly id: string
  readonly organizationId: string
  /** Id of the connector. */
  readonly connector: string
  readonly state: ConnectionState
  /** Why, in plain words, where the state is not `active`. */
  readonly stateReason: string | undefined
  readonly variables: Readonly<Record<string, AnyVariableValue>>
  /** Scopes that the vendor granted (oauth2), where it said so. */
  readonly grantedScopes: readonly string[] | undefined
  readonly userId: string | undefined
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** An OAuth app as it may be shown: no secret. */
export interface OAuthApp {
  /** Id of the connector. */
  readonly connector: string
  /** Undefined: platform-wide. */
  readonly organizationId: string | undefined
  readonly clientId: string
  /** Settings that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** Ids of the secrets that are set: `client_secret` and settings of type password. */
  readonly secretsSet: readonly string[]
  /** When the client secret ends, ISO 8601: no connection of the app can be renewed then. undefined: nobody said so. */
  readonly secretExpiresAt: string | undefined
  /** ISO 8601. */
  readonly updatedAt: string
}

/** An OAuth app as an administrator enters it. */
export interface OAuthAppInput {
  readonly connector: ConnectorRef
  /** Undefined: platform-wide. */
  readonly organizationId?: string | undefined
  readonly clientId: string
  readonly clientSecret?: string | undefined
  /** When that ends, where the vendor said so; left out with a new secret: nobody knows. */
  readonly secretExpiresAt?: Date | string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
}

/**
 * - `accepted`: the vendor gave a token. - `recognized`: it refused only the code that was made up; servers should look at
 * the app first (RFC 6749 §3.2.1), and not all do. - `refused`: it does not take this app. - `unknown`: nobody can tell.
 */
export interface OAuthAppTrial {
  readonly outcome: 'accepted' | 'recognized' | 'refused' | 'unknown'
  /** What the vendor said and what to do. */
  readonly message: string
}

export interface ConnectionTest {
  readonly ok: boolean
  /** HTTP status of the vendor's answer, where there was one. */
  readonly status?: number
  /** What went wrong and what to do. */
  readonly message?: string
}

/** Options of a variable as the vendor gave them, or why it did not: nobody can tell then what there is to choose. */
export type FetchedOptions =
  | { readonly ok: true; readonly options: readonly Option[] }
  | { readonly ok: false; readonly message: string }

/** A run under way. */
export interface RunHandle {
  readonly id: string
  /** What happens, from the start, for any number of readers; ends with the run. */
  readonly events: AsyncIterable<RunEvent>
  /** Never rejects for what a check does; rejects with StoreError when the result cannot be kept. */
  readonly result: Promise<RunResult>
  /** The same, its results read from the store as they are asked for: for runs with very many. */
  readonly kept: Promise<KeptRun>
}

/** A connector by id or itself. */
export type ConnectorRef = string | AnyConnector

/** A row by id alone, or only within an organization. */
export type Ref = string | { readonly id: string; readonly organizationId?: string | undefined }

/** Everything a host does with connectors, on one store. Built by `createRuntime`. */
export interface Runtime {
  readonly connectors: readonly AnyConnector[]
  readonly publicUrl: string
  /** Redirect URI to register at vendors. */
  readonly callbackUrl: string
  /** Credential fields as a form shows them. @throws CheckwrightError `CONNECTOR_UNKNOWN` */
  fields(connector: ConnectorRef): readonly CredentialField[]
  /**
   * Connectors that nobody connects anew for now, platform-wide; what is connected goes on, and can be reconnected.
   * `connections.create` and `oauth.start` refuse them with CheckwrightError `CONNECTOR_DISABLED`.
   */
  readonly disabledConnectors: {
    /** Their ids, also of those that are not registered any more. */
    list(): Promise<readonly string[]>
    add(connector: ConnectorRef): Promise<void>
    remove(connector: ConnectorRef): Promise<void>
  }
  readonly organizations: {
    create(input: { readonly id?: string | undefined; readonly name: string }): Promise<Organization>
    get(id: string): Promise<Organization | undefined>
    list(): Promise<readonly Organization[]>
    /** How it presents itself; every member is null where nothing was told. */
    profile(id: string): Promise<OrganizationProfile>
    /** Changes what is given. @throws StoreError `NOT_FOUND` */
    setProfile(id: string, changes: Partial<OrganizationProfile>): Promise<OrganizationProfile>
    /**
     * Makes every secret of the organization unreadable for ever (crypto-shredding), disconnects its connections without
     * asking any vendor, and forgets its OAuth apps. Its runs stay. See docs/security.md for what backups still hold.
     * @throws StoreError `NOT_FOUND`
     */
    shred(id: string): Promise<void>
  }
  readonly users: {
    /** Creates or replaces. */
    put(user: {
      readonly organizationId: string
      readonly id: string
      readonly name: string
      readonly email: string
      readonly image?: string | null | undefined
      readonly deactivated?: boolean | null | undefined
    }): Promise<User>
    find(ref: { readonly organizationId: string; readonly userId: string }): Promise<User | undefined>
  }
  readonly oauthApps: {
    /**
     * Without `organizationId`: for every organization that has no app of its own. A secret that is left out stays as it
     * was, as long as the client id does.
     * @throws CredentialError for settings that do not fit
     */
    set(app: OAuthAppInput): Promise<OAuthApp>
    /**
     * Where people would be sent with such an app, saved or not. What they type when they connect, what is missing and what
     * is secret stands there by example. undefined: nobody is sent anywhere (client_credentials).
     * @throws CredentialError for settings that cannot stand where they are meant to
     */
    preview(app: OAuthAppInput): Promise<string | undefined>
    /**
     * Asks the vendor's token endpoint whether it knows such an app, saved or not. Never throws for the vendor's answer.
     * @throws CredentialError for settings that do not fit
     */
    test(app: OAuthAppInput): Promise<OAuthAppTrial>
    get(ref: {
      readonly connector: ConnectorRef
      readonly organizationId?: string | undefined
    }): Promise<OAuthApp | undefined>
    list(filter?: { readonly organizationId?: string | undefined }): Promise<readonly OAuthApp[]>
    delete(ref: { readonly connector: ConnectorRef; readonly organizationId?: string | undefined }): Promise<boolean>
  }
  readonly oauth: {
    /**
     * Begins an authorization (RFC 6749 §4.1.1). Send the person to `url`; keep `binding` in their session.
     * @throws AuthError `AUTH_APP_MISCONFIGURED` without an OAuth app; `AUTH_RETURN_URL_REFUSED`
     */
    start(request: {
      readonly connector: ConnectorRef
      readonly organizationId: string
      readonly userId?: string | undefined
      /** Reconnects this connection instead of making one. */
      readonly connectionId?: string | undefined
      /** Path, or URL of an allowed origin, to return to. */
      readonly returnTo?: string | undefined
      /** A subset of the declared scopes. @default all */
      readonly scopes?: readonly string[] | undefined
      /** Values of the connector's credential fields, which the URLs may need. */
      readonly credentials?: Readonly<Record<string, unknown>> | undefined
      /** Redirect URI other than `callbackUrl`, on loopback only (RFC 8252 §7.3): how the command line connects. */
      readonly redirectUri?: string | undefined
    }): Promise<{ readonly url: string; readonly binding: string }>
    /** Finishes it. @throws AuthError `AUTH_STATE_INVALID`, `AUTH_CALLBACK_DENIED`, `AUTH_EXCHANGE_FAILED`, … */
    callback(request: {
      readonly url: string | URL
      readonly binding: string
    }): Promise<Connection & { readonly returnTo: string | undefined }>
  }
  readonly connections: {
    /** @throws CredentialError that names every bad field */
    create(input: {
      readonly connector: ConnectorRef
      readonly organizationId: string
      readonly credentials: Readonly<Record<string, unknown>>
      readonly variables?: Readonly<Record<string, unknown>> | undefined
      readonly userId?: string | undefined
    }): Promise<Connection>
    get(ref: Ref): Promise<Connection | undefined>
    /** Newest first. */
    list(filter: {
      readonly organizationId: string
      readonly connector?: ConnectorRef | undefined
      /** @default all */
      readonly limit?: number | undefined
      /** Only those that are older than this one. */
      readonly before?: { readonly createdAt: string; readonly id: string } | undefined
    }): Promise<readonly Connection[]>
    /** Replaces variables, or credential values field by field. */
    update(
      ref: Ref,
      changes: {
        readonly credentials?: Readonly<Record<string, unknown>> | undefined
        readonly variables?: Readonly<Record<string, unknown>> | undefined
      },
    ): Promise<Connection>
    /** Runs are refused until `resume`. @throws StoreError `CONNECTION_UNUSABLE` when it is disconnected */
    pause(ref: Ref): Promise<Connection>
    /** Changes nothing for a connection that is not paused. @throws StoreError `CONNECTION_UNUSABLE` when it is disconnected */
    resume(ref: Ref): Promise<Connection>
    /** Ends its runs, revokes the tokens where the vendor can, and wipes every credential whatever it answers. */
    disconnect(ref: Ref): Promise<Connection>
    /** Proves that the credentials work: the `test` hook, else a GET of `test.path`. Never throws for the vendor's answer. */
    test(ref: Ref): Promise<ConnectionTest>
    /**
     * What a person can choose for a variable, as the hook `options` of that id asks the vendor. Never throws for the
     * vendor's answer.
     * @returns undefined where the connector declares no such hook
     */
    options(ref: Ref, variableId: string): Promise<FetchedOptions | undefined>
  }
  readonly runs: {
    /**
     * A busy connection queues its runs. A run that waits survives this process. One that keeps its `exchanges` is executed
     * by this process, whatever the engine.
     * @throws CheckError `CHECK_UNKNOWN`; StoreError `NOT_FOUND`; CheckwrightError `WAIVERS_INVALID`; EngineError
     * `QUEUE_FULL`, retryable; the file system's error when the file for the exchanges cannot be made
     */
    start(request: {
      readonly connectionId: string
      readonly organizationId?: string | undefined
      readonly checks?: readonly string[] | undefined
      readonly variables?: Readonly<Record<string, unknown>> | undefined
      /** Accepted exceptions, in order. @default none */
      readonly waivers?: readonly Waiver[] | undefined
      /** Keeps what was asked and answered, so that the result is `replayable`. @default not kept */
      readonly exchanges?: ExchangesOption | undefined
      /** Keeps them as a signed bundle among the files, under the id of the run. @default the runtime's `evidence` */
      readonly evidence?: boolean | undefined
      /** Time for the whole run from when its turn comes. Checks that have not ended by then are `error` kind `timeout`. @default each check's own */
      readonly timeoutMs?: number | undefined
    }): Promise<RunHandle>
    /** With all its results in memory; see `kept` for a run with very many. */
    get(ref: Ref): Promise<(RunRecord & { readonly result: RunResult | undefined }) | undefined>
    /** The same, its results read as they are asked for. `kept` is undefined until the run has ended. */
    kept(ref: Ref): Promise<(RunRecord & { readonly kept: KeptRun | undefined }) | undefined>
    /**
     * Chosen results of a run that has ended, in their order; go on `after` the number of the last one.
     * @returns undefined where there is no such run
     */
    results(ref: Ref, filter?: ResultFilter): Promise<readonly StoredResult[] | undefined>
    /** How many results each check of a run has, by check id; none before it has ended. */
    resultCounts(ref: Ref): Promise<Readonly<Record<string, number>>>
    /**
     * How the checks of an organization stood at the end of each of the last days, the oldest first, today as it is now. A
     * connection counts by the newest outcome of each of its checks, for 30 days after its last run.
     * @param of.days from 1 to 366
     */
    trend(of: { readonly organizationId: string; readonly days: number }): Promise<readonly TrendDay[]>
    list(filter: {
      readonly organizationId: string
      readonly connectionId?: string | undefined
      /** @default 100 */
      readonly limit?: number | undefined
      /** Only those that are older than this one. */
      readonly before?: Pick<RunRecord, 'startedAtMs' | 'id'> | undefined
    }): Promise<readonly RunRecord[]>
    /**
     * What happens in a run, from its start or after an event; ends with the run. Of one that another process executes, or
     * that has ended, which checks began and ended, and its end. Nothing where there is no such run.
     */
    events(ref: Ref, from?: { readonly after?: number | undefined }): AsyncIterable<NumberedEvent>
    /** Ends it with what it has, in whichever process it is; one that waits sends nothing. @returns whether it had not ended */
    cancel(ref: Ref): Promise<boolean>
  }
  /** What failed, from run to run: kept up by each run that ends, and there still when retention has deleted the run. */
  readonly findings: {
    /** What fails, the newest change first, without what is of disconnected connections. */
    list(filter: FindingFilter): Promise<readonly Finding[]>
    /** With its newest 100 changes, the newest first. */
    get(ref: {
      readonly id: string
      readonly organizationId: string
    }): Promise<(Finding & { readonly history: readonly FindingEvent[] }) | undefined>
    /** What each check came to when it ran last: one that ended in `error` may hide findings. */
    newestOutcomes(filter: OutcomeFilter): Promise<readonly NewestOutcome[]>
  }
  /** Accepted exceptions that an organization keeps: applied in every run of its connections, after those the run is given. */
  readonly waivers: {
    /** @throws CheckwrightError `WAIVERS_INVALID`; StoreError `NOT_FOUND` when there is no such organization */
    create(
      waiver: Waiver & { readonly organizationId: string; readonly userId?: string | undefined },
    ): Promise<StoredWaiver>
    get(ref: { readonly id: string; readonly organizationId: string }): Promise<StoredWaiver | undefined>
    /** The newest first; those that were revoked only when asked for, those that are expired always. */
    list(filter: Parameters<WaiverStore['list']>[0]): Promise<readonly StoredWaiver[]>
    /** From the next run on it is not applied. @returns false where there is no such waiver */
    revoke(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
  }
  /** When connections are run again and again; one schedule each. See docs/scheduling.md. */
  readonly schedules: {
    /**
     * Creates or replaces.
     * @throws EngineError `SCHEDULE_INVALID`; StoreError `NOT_FOUND`; CheckError `CHECK_UNKNOWN`
     * @example
     * await runtime.schedules.set({ connectionId, cron: '0 6 * * *', timeZone: 'Europe/Berlin' })
     */
    set(schedule: {
      readonly connectionId: string
      readonly organizationId?: string | undefined
      readonly cron: string
      /** @default 'UTC' */
      readonly timeZone?: string | undefined
      /** @default all */
      readonly checks?: readonly string[] | undefined
      /** @default true */
      readonly spread?: boolean | undefined
    }): Promise<Schedule>
    get(ref: {
      readonly connectionId: string
      readonly organizationId?: string | undefined
    }): Promise<Schedule | undefined>
    /** By connection id. */
    list(filter: {
      readonly organizationId: string
      /** @default 100 */
      readonly limit?: number | undefined
      /** Only those of connections after this one. */
      readonly after?: string | undefined
    }): Promise<readonly Schedule[]>
    /** @returns false where there is none */
    delete(ref: { readonly connectionId: string; readonly organizationId?: string | undefined }): Promise<boolean>
  }
  readonly signing: SigningService
  readonly apiKeys: {
    /** `key` is shown this once. */
    create(input: {
      readonly organizationId: string
      readonly scopes: readonly string[]
      readonly expiresAt?: Date | string | undefined
    }): Promise<{ readonly id: string; readonly key: string }>
    list(filter: { readonly organizationId: string }): Promise<readonly ApiKey[]>
    revoke(ref: { readonly organizationId: string; readonly id: string }): Promise<boolean>
    /** The key's record when it is valid now, else undefined; the same work for every wrong key. */
    verify(key: string): Promise<ApiKey | undefined>
  }
  readonly audit: {
    /** Who asked for which change, over HTTP, on a page or by a program, newest first. @param filter.limit @default 100 */
    list(filter: {
      readonly organizationId: string
      readonly limit?: number | undefined
      /** Only entries older than this one. */
      readonly before?: Pick<AuditEntry, 'atMs' | 'id'> | undefined
    }): Promise<readonly AuditEntry[]>
  }
  /** What `createHost` works on; programs use the HTTP API. @internal */
  readonly workspace: Workspace
  /**
   * Whether it can do its work: the store answers within two seconds, its tables are those of this version, and the master
   * keys open it. Not once it is being closed. Never throws.
   */
  ready(): Promise<Readiness>
  /**
   * Takes no more runs, ends those that run with what they have, waits for them, and lets go of the store. What waits stays
   * in the store, for the next process.
   * @param how.graceMs how long runs may go on before. @default 0
   * @param how.unfinished 'hand back' puts them into the queue again instead of ending them. @default 'cancel'
   */
  close(how?: {
    readonly graceMs?: number | undefined
    readonly unfinished?: 'cancel' | 'hand back' | undefined
  }): Promise<void>
}

/** Reasons are in fixed words, fit for anybody: they name no file, host or user. */
export type Readiness =
  | { readonly ready: true }
  | {
      readonly ready: false
      readonly reasons: readonly {
        readonly part: 'process' | 'store' | 'schema' | 'keys'
        readonly message: string
      }[]
    }

/** An API key as it may be shown. */
export interface ApiKey {
  readonly id: string
  readonly organizationId: string
  readonly scopes: readonly string[]
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly revokedAt: string | undefined
  readonly lastUsedAt: string | undefined
}
