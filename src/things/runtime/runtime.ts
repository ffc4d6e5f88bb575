import type { AnyConnector, CredentialField } from '../../define/index.ts'
import type { AccessReviewService } from '../access-reviews/access-reviews.ts'
import type { ApiKeyService } from '../api-keys/api-keys.ts'
import type { AppearanceService } from '../appearance/appearance.ts'
import type { AuditService } from '../audit/audit-service.ts'
import type { ConnectSessionService } from '../connecting/connect-sessions.ts'
import type { OAuthService } from '../connecting/oauth-flow.ts'
import type { Connection } from '../connections/connection-state.ts'
import type { ConnectionService } from '../connections/connections.ts'
import type { DataConnectorService } from '../connectors/data-connectors.ts'
import type { DisabledConnectorService } from '../connectors/disabled-connectors.ts'
import type { ExpectationService } from '../controls/expectations.ts'
import type { CrossCheckService } from '../cross-checks/cross-checks.ts'
import type { ServiceOf } from '../declared/services/thing-services.ts'
import type { DestinationService } from '../destinations/services/destinations.ts'
import type { AccountLinkService } from '../directory/account-links.ts'
import type { DirectoryService } from '../directory/directory.ts'
import type { DismissalService } from '../directory/dismissals.ts'
import type { DomainQuestionService } from '../directory/domain-questions.ts'
import type { PeopleViewService } from '../directory/people-view.ts'
import type { FindingService } from '../findings/findings.ts'
import type { ImportService } from '../imports/imports.ts'
import type { InventoryService } from '../inventories/inventories.ts'
import type { JudgementService } from '../judgements/judgements.ts'
import type { LogService } from '../log/log.ts'
import type { MailAddressService } from '../mail-addresses/mail-addresses.ts'
import type { AppTrialService } from '../oauth-apps/app-trial.ts'
import type { OAuthAppService } from '../oauth-apps/oauth-apps.ts'
import type { TaskService } from '../obligations/tasks.ts'
import type { OrganizationService, UserService } from '../organizations/organizations.ts'
import type { PackageService } from '../packages/packages.ts'
import type { ConnectorRef } from '../parts/runtime-parts.ts'
import type { OperatorService } from '../people/operators.ts'
import type { PeopleService } from '../people/people.ts'
import type { PolicyRequestService } from '../policies/services/policy-requests.ts'
import type { RunService } from '../runs/runs.ts'
import type { ScheduleService } from '../schedules/schedules.ts'
import type { SignInService } from '../sign-in/openid-sign-in.ts'
import type { SignInIssuerService } from '../sign-in/sign-in-issuers.ts'
import type { SigningService } from '../signing/signing-service.ts'
import type { TicketService } from '../tickets/services/tickets.ts'
import type { TrustCentreService } from '../trust-centre/services/trust-centres.ts'
import type { WaiverService } from '../waivers/waivers.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import type { Readiness } from './readiness.ts'
import type { Workspace } from './workspace.ts'

export type { ApiKey } from '../api-keys/api-keys.ts'
export type { ProvenFlow } from '../connecting/oauth-callback.ts'
export type { Connection } from '../connections/connection-state.ts'
export type { ConnectionTest } from '../connections/connection-test.ts'
export type { FetchedOptions } from '../connections/fetch-options.ts'
export type { ConnectAttempt } from '../connections/prove-connection.ts'
export type { OAuthAppTrial } from '../oauth-apps/app-trial.ts'
export type { OAuthApp, OAuthAppInput } from '../oauth-apps/oauth-apps.ts'
export type { Logger, RuntimeOptions, WorkerOptions } from '../parts/runtime-options.ts'
export type { ConnectorRef, Ref } from '../parts/runtime-parts.ts'
export type { RunHandle } from '../runs/run-handle.ts'
export type { Schedule } from '../schedules/schedules.ts'
export type { Readiness } from './readiness.ts'

/** The services of a host for connectors. Each has a file of its own with its interface. */
export interface Services {
  readonly disabledConnectors: DisabledConnectorService
  readonly dataConnectors: DataConnectorService
  readonly organizations: OrganizationService
  readonly users: UserService
  readonly people: PeopleService
  readonly operators: OperatorService
  readonly signInIssuers: SignInIssuerService
  readonly signIn: SignInService
  readonly oauthApps: OAuthAppService & AppTrialService
  readonly oauth: OAuthService
  readonly connectSessions: ConnectSessionService
  readonly connections: ConnectionService
  readonly runs: RunService
  readonly crossChecks: CrossCheckService
  readonly expectations: ExpectationService
  readonly imports: ImportService
  readonly findings: FindingService
  readonly inventories: InventoryService
  readonly directory: DirectoryService
  readonly accountLinks: AccountLinkService
  readonly dismissals: DismissalService
  readonly domainQuestions: DomainQuestionService
  readonly peopleView: PeopleViewService
  readonly waivers: WaiverService
  readonly judgements: JudgementService
  readonly accessReviews: AccessReviewService
  readonly tasks: TaskService
  readonly schedules: ScheduleService
  readonly signing: SigningService
  readonly log: LogService
  readonly packages: PackageService
  readonly apiKeys: ApiKeyService
  readonly audit: AuditService
  readonly mailAddresses: MailAddressService
  readonly webhooks: WebhookService
  readonly appearance: AppearanceService
  readonly tickets: TicketService
  readonly destinations: DestinationService
  readonly policyRequests: PolicyRequestService
  readonly trustCentres: TrustCentreService
}

/** Everything a host does with connectors, on one store. Built by `createRuntime`. */
export interface Runtime extends Services {
  /** Those that new connections get, also those that operators added. */
  readonly connectors: readonly AnyConnector[]
  /** What looks like a connector to those who look up the connector of a run, a finding or a waiver: it has the cross-checks as checks. */
  readonly crossCheckConnector: AnyConnector
  /** The version that a connection is on. undefined: it is not here, such as after a release without its connector. */
  connectorOf(connection: Pick<Connection, 'connector' | 'connectorSha256'>): Promise<AnyConnector | undefined>
  /** The service of a thing that `defineThing` declares: `runtime.serviceOf(auditPeriod).list({ … })`. */
  readonly serviceOf: ServiceOf
  readonly publicUrl: string
  /** Origins whose pages may show ours in frames. */
  readonly frameOrigins: readonly string[]
  /** Redirect URI to register at vendors. */
  readonly callbackUrl: string
  /** Credential fields as a form shows them. @throws CheckwrightError `CONNECTOR_UNKNOWN` */
  fields(connector: ConnectorRef): readonly CredentialField[]
  /** The parts that `createHost` uses; programs use the HTTP API. @internal */
  readonly workspace: Workspace
  /**
   * Whether it can do its work: the store answers within two seconds, its tables are those of this version, and the
   * master keys open it. False while it is closing. Does not throw.
   */
  ready(): Promise<Readiness>
  /**
   * Accepts no new runs, ends the running ones with their results so far, waits for them, and closes the store. Waiting
   * runs stay in the store, for the next process.
   * @param how.graceMs time that runs may still take before that. @default 0
   * @param how.unfinished 'hand back' puts them back into the queue instead of ending them. @default 'cancel'
   */
  close(how?: {
    readonly graceMs?: number | undefined
    readonly unfinished?: 'cancel' | 'hand back' | undefined
  }): Promise<void>
}
