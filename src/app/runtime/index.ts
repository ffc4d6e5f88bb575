export type { ConnectionOrder, ConnectionPlace, ConnectionState, ConnectionTally } from '../../auth/connection-store.ts'
export type { DestinationDifference, DestinationEntry } from '../../auth/destination.ts'
export type { CheckEvidence, EvidenceSubject } from '../../checks/controls/check-evidence.ts'
export {
  type ControlCheck,
  type ControlOutcome,
  type ControlState,
  type ControlsOptions,
  type ControlsReport,
  type ControlTask,
  evaluateControls,
  type FrameworkOutcome,
  type ManyConnections,
  type OutcomeMapping,
  type ReceivedSupport,
} from '../../checks/controls/evaluate-controls.ts'
export type { ExpectedRun, MissingCheck } from '../../checks/controls/expected-run.ts'
export type { Control, Framework, FrameworkLicence, Mapping } from '../../checks/controls/frameworks/framework.ts'
export { shippedFrameworks } from '../../checks/controls/frameworks/shipped-frameworks.ts'
export type { ObservedStatement, StatementCoverage } from '../../checks/controls/observe-statements.ts'
export type { FrameworkScope, OptionalCategory, ScopeExclusion } from '../../checks/controls/scope.ts'
export type {
  MappedControl,
  StatementDemand,
  StatementMapping,
  StatementRelation,
} from '../../checks/controls/statements/statement-mapping.ts'
export { compareRuns } from '../../checks/findings/compare-runs.ts'
export type { Change, EarlierFinding, RunComparison } from '../../checks/findings/comparison.ts'
export type { DueDays } from '../../checks/findings/due.ts'
export type {
  Finding,
  FindingChange,
  FindingChoice,
  FindingEvent,
  FindingFilter,
  FindingList,
  FindingOrder,
  FindingPosition,
  FindingState,
  ListCounts,
  NewestOutcome,
  OutcomeCount,
  OutcomeCountFilter,
  OutcomeFilter,
  OutcomeTally,
  Resolution,
  TrendDay,
} from '../../checks/findings/finding-store.ts'
export type {
  JudgedResult,
  JudgementChoice,
  JudgementFilter,
  JudgementInForce,
  StoredJudgement,
} from '../../checks/judgements/judgement-store.ts'
export type { JudgeableResult, Judgements } from '../../checks/judgements/open-judgements.ts'
export type { OwedRecord, Statement, StoredTask, TaskProof, TaskRef, TaskTerms } from '../../checks/obligations/task.ts'
export type { EvidenceState, TaskEvidence } from '../../checks/obligations/task-evidence.ts'
export type { DerivedState, TaskState } from '../../checks/obligations/task-state.ts'
export type { TaskTemplate } from '../../checks/obligations/template.ts'
export type { CrossCheckPart, RecordedRun, RunHead, RunScopeState } from '../../checks/runs/recorded-run.ts'
export { type DisposableRun, toRecordedRun, wholeRun } from '../../checks/runs/recorded-run.ts'
export type { ResultFilter, StoredResult } from '../../checks/runs/result-store.ts'
export type { RunFilter, RunRecord, TimeSpan } from '../../checks/runs/run-store.ts'
export type { WaivableResult, WaiverIndex, WaiverScope } from '../../checks/waivers/waiver-index.ts'
export type { StoredWaiver, WaiverPage, WaiverStateFilter } from '../../checks/waivers/waiver-store.ts'
export type { Departure, Directory, DirectorySource } from '../../crosscheck/define/directory.ts'
export {
  type CrossCheckInputs,
  type CrossCheckInventory,
  type CrossCheckSource,
  type CrossCheckSystem,
  cutPieces,
  type Exemption,
  type Pieces,
} from '../../crosscheck/define/inputs.ts'
export type { ConfirmedAlias } from '../../crosscheck/define/stored-link.ts'
export type { DismissedProposal } from '../../crosscheck/links/dismissal-store.ts'
export type { LinkedPlace, LinkFilter, LinkRecord } from '../../crosscheck/links/link-store.ts'
export type { SystemSettings } from '../../crosscheck/people/directory-store.ts'
export type { DomainAnswer } from '../../crosscheck/people/domain-answer-store.ts'
export { findDepartures } from '../../crosscheck/people/find-departures.ts'
export type {
  AccountDecision,
  FrozenAccount,
  LastDecision,
  RemovalOutcome,
  ReviewCounts,
  ReviewDecision,
  ReviewedAccount,
  ReviewedOwner,
  Reviewer,
  ReviewFilter,
  ReviewList,
  ReviewSystem,
  SeenOutcome,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../crosscheck/reviews/access-review.ts'
export type { AccessReviewFilter, ReviewRef, SystemCounts } from '../../crosscheck/reviews/access-review-store.ts'
export type { AccessReviewRun, AccessReviewRunHead } from '../../crosscheck/reviews/review-run.ts'
export type { ReviewState } from '../../crosscheck/reviews/review-state.ts'
export type { CrossCheckRunHead, DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
export { findLinks } from '../../crosscheck/run/find-links.ts'
export { type CrossCheckOptions, runCrossCheck } from '../../crosscheck/run/run-cross-check.ts'
export { openSourceInMemory } from '../../crosscheck/source-in-memory.ts'
export type { FileConnector } from '../../data/build-connector.ts'
export type { DataFileError, PlacedProblem } from '../../data/data-file.ts'
export type { CheckHead, Clock, CredentialInput } from '../../define/index.ts'
export { type BundleDraft, beginBundle, type FinishedBundle } from '../../evidence/bundle/bundle-draft.ts'
export type {
  BundleFile,
  EvidenceProblem,
  FileDigest,
  InventoryFile,
  RecordFile,
} from '../../evidence/bundle/bundle-source.ts'
export type { ManifestHead, ManifestRun } from '../../evidence/bundle/manifest.ts'
export { type PublicKey, publicKeyOf, publicKeysIn, type Signer } from '../../evidence/bundle/signer.ts'
export type { PreviousBundle } from '../../evidence/bundle/statement.ts'
export type { GrowthProof } from '../../evidence/log/growth-proof.ts'
export type { LogKind } from '../../evidence/log/log-entry.ts'
export type { LogLeaf } from '../../evidence/log/log-store.ts'
export type { Hash } from '../../evidence/log/tree.ts'
export { PseudonymTable } from '../../evidence/pseudonyms/pseudonym-table.ts'
export { type EditionParts, writePseudonymousEdition } from '../../evidence/pseudonyms/write-edition.ts'
export type { RecordedReplay } from '../../evidence/recording/replay-recording.ts'
export type { ReplayDifference } from '../../evidence/replay/compare-results.ts'
export { type CheckReplay, type Replay, type ReplayOptions, replayBundle } from '../../evidence/replay/replay.ts'
export { type CrossCheckReplay, replayCrossCheckBundle } from '../../evidence/replay/replay-cross-check.ts'
export type { InventoryReplay } from '../../evidence/replay/replay-inventories.ts'
export type { BundleLogEntry } from '../../evidence/verification/find-log-entry.ts'
export { type TrustedKeys, verifyBundle } from '../../evidence/verification/verify.ts'
export type { Verification, VerifyOptions } from '../../evidence/verification/verify-source.ts'
export type { ExchangesOption } from '../../http/exchanges/ledger.ts'
export type { HostFetch, TransportOptions } from '../../http/transport/transport-options.ts'
export type { InventoryHead } from '../../inventory/inventory-head.ts'
export type { StoredRecord } from '../../inventory/stored-record.ts'
export type { ReceivedRun } from '../../received/runs/received-run.ts'
export type { FileRecord } from '../../service/files/files.ts'
export type { DeliveryPlace, DeliveryState } from '../../service/notices/delivery.ts'
export type { MailOptions } from '../../service/notices/mail.ts'
export {
  type AnyNoticeType,
  type Notice,
  type NoticeData,
  type NoticeType,
  noticeTypes,
} from '../../service/notices/notice.ts'
export type { Rhythm, Sink, WebhookRef, WebhookState, WebhookStateReason } from '../../service/notices/webhook.ts'
export type { KeyChoice } from '../../service/records/api-keys.ts'
export type { Language, Logo, LogoImage, LogoType, OwnAppearance } from '../../service/records/appearances.ts'
export type { Actor, AuditEntry, AuditFilter } from '../../service/records/audit.ts'
export type { MailAddressRecord, MailAddressState } from '../../service/records/mail-addresses.ts'
export type { InvitationRecord, Membership, OperatorRecord } from '../../service/records/memberships.ts'
export type { OrganizationProfile } from '../../service/records/organization-profiles.ts'
export type { Organization, OrganizationSettings } from '../../service/records/organizations.ts'
export type { PackageRecord } from '../../service/records/packages.ts'
export type { KnownPerson, User } from '../../service/records/users.ts'
export type { WebPerson } from '../../service/records/web-sessions.ts'
export type {
  AccessReview,
  AccessReviewQuery,
  AccessReviewService,
  OpenAccessReview,
} from '../../things/access-reviews/access-reviews.ts'
export type { DecisionInput } from '../../things/access-reviews/decide-accounts.ts'
export type { ReviewFinish } from '../../things/access-reviews/finish-review.ts'
export type { OverdueReview } from '../../things/access-reviews/overdue-reviews.ts'
export type { AccessReviewInput, ReviewerInput } from '../../things/access-reviews/start-review.ts'
export type { KeyOptions, KeyService } from '../../things/all-stores/index.ts'
export type { ApiKeyService, VerifiedApiKey } from '../../things/api-keys/api-keys.ts'
export type { AppearanceService } from '../../things/appearance/appearance.ts'
export type { AuditService } from '../../things/audit/audit-service.ts'
export type { ConnectOutcome, ConnectSession, ConnectSessionService } from '../../things/connecting/connect-sessions.ts'
export type { FinishedFlow, FlowCallback, ProvenFlow } from '../../things/connecting/oauth-callback.ts'
export type { OAuthService } from '../../things/connecting/oauth-flow.ts'
export type { FlowRequest } from '../../things/connecting/oauth-start.ts'
export type { ConnectionService, NewConnection } from '../../things/connections/connections.ts'
export type { ConnectAttempt } from '../../things/connections/prove-connection.ts'
export type { PublicField } from '../../things/connections/public-fields.ts'
export type {
  ConnectionSearch,
  ConnectionSearchPage,
  FoundConnection,
} from '../../things/connections/search-connections.ts'
export type {
  ConnectorFileInput,
  ConnectorFileReview,
  DataConnector,
  DataConnectorMove,
  DataConnectorService,
  DataConnectorVersion,
  DataConnectorVersionDetails,
  DataVersionRef,
  DoneBy,
} from '../../things/connectors/data-connectors.ts'
export type { DisabledConnectorService } from '../../things/connectors/disabled-connectors.ts'
export type { ExpectationService, Expectations } from '../../things/controls/expectations.ts'
export type {
  CrossCheckOrder,
  CrossCheckSchedule,
  CrossCheckService,
  CrossCheckState,
  CrossCheckTiming,
  CrossCheckVariables,
} from '../../things/cross-checks/cross-checks.ts'
export type { PushPlan } from '../../things/destinations/services/compose-push.ts'
export type { DestinationRef, DestinationService } from '../../things/destinations/services/destinations.ts'
export type { PlannedRequest } from '../../things/destinations/vendors/destination-vendor.ts'
export type {
  AccountLink,
  AccountLinkService,
  AliasInput,
  LinkRef,
  PersonAlias,
} from '../../things/directory/account-links.ts'
export type { ViewDomain, ViewHead, ViewSystem } from '../../things/directory/build-view.ts'
export type { DirectoryService, SourceOfPeople, SourceReading } from '../../things/directory/directory.ts'
export type { DismissalInput, DismissalService } from '../../things/directory/dismissals.ts'
export type { DomainAnswerRef, DomainQuestion, DomainQuestionService } from '../../things/directory/domain-questions.ts'
export type { PeopleImport } from '../../things/directory/import-people.ts'
export type { LinkInput } from '../../things/directory/link-input.ts'
export type {
  AccountFilter,
  PageQuery,
  PeopleFilter,
  PeoplePage,
  PeopleViewService,
  PersonDetail,
  PersonIdentity,
  PersonRow,
  SeenAccount,
} from '../../things/directory/people-view.ts'
export type { SourceInput } from '../../things/directory/source-input.ts'
export type { SystemInput } from '../../things/directory/system-input.ts'
export type {
  AccountView,
  DeviceView,
  PersonView,
  ShownOwner,
  ShownProposal,
  TrainingView,
  ViewMark,
  YesNoUnknown,
} from '../../things/directory/view-entries.ts'
export type { ControlsEvidence, ControlsQuestion } from '../../things/findings/controls-evidence.ts'
export type {
  CountedFindings,
  FindingTally,
  KnownTime,
  ListedFilter,
  TalliedFindings,
} from '../../things/findings/finding-lists.ts'
export type { FindingDetail, FindingService, FindingUpdate } from '../../things/findings/findings.ts'
export type { CheckFindings, GroupedFindings } from '../../things/findings/group-findings.ts'
export type { Import, ImportOrder, ImportService } from '../../things/imports/imports.ts'
export type { SupportQuestion } from '../../things/imports/load-support.ts'
export type { ProposalQuestion, RelianceProposal, RelianceProposals } from '../../things/imports/propose-reliances.ts'
export type {
  InventoryRef,
  InventoryService,
  OpenInventoryList,
} from '../../things/inventories/inventories.ts'
export type { DecisionChoice, DecisionIndex } from '../../things/judgements/decisions/decision-index.ts'
export type { JudgedTotal } from '../../things/judgements/decisions/judged-outcomes.ts'
export type { ManualFilter, ManualPlace, ManualResult } from '../../things/judgements/decisions/manual-results.ts'
export type { ReviewTally } from '../../things/judgements/decisions/tally-reviews.ts'
export type {
  Judgement,
  JudgementInput,
  JudgementQuery,
  JudgementService,
  JudgementTime,
  NeededReview,
} from '../../things/judgements/judgements.ts'
export type { LogOutcome } from '../../things/log/compare-log.ts'
export type { LogComparison, LogService, SignedHead } from '../../things/log/log.ts'
export type { MailAddressService } from '../../things/mail-addresses/mail-addresses.ts'
export type { AppTrialService } from '../../things/oauth-apps/app-trial.ts'
export type { OAuthAppService } from '../../things/oauth-apps/oauth-apps.ts'
export type { StatementInput } from '../../things/obligations/keep-statement.ts'
export type { PartialInput, TaskInput } from '../../things/obligations/parse-terms.ts'
export {
  listMissing,
  type MissingOfFramework,
  type MissingProof,
} from '../../things/obligations/reading/list-missing.ts'
export type { TaskWithState } from '../../things/obligations/store/task-store.ts'
export type {
  ChangedBy,
  JudgedTask,
  JudgedTasks,
  StatedTask,
  Task,
  TaskPage,
  TaskPeriod,
  TaskService,
  TaskSupport,
} from '../../things/obligations/tasks.ts'
export type { OrganizationService, UserService } from '../../things/organizations/organizations.ts'
export type { DeletedRun, PackageService } from '../../things/packages/packages.ts'
export type { Appearance, AppearanceChanges, AppearanceOptions } from '../../things/parts/appearance-options.ts'
export {
  parseFramework,
  parseWaivers,
  type ReadConnectorOptions,
  readConnector,
} from '../../things/parts/data-files.ts'
export type { OrganizationQuotas } from '../../things/parts/quotas.ts'
export type { PrivateNetworkAllowance } from '../../things/parts/reaches.ts'
export type { RetentionOptions } from '../../things/parts/retention-options.ts'
export type { Judge } from '../../things/people/judge.ts'
export type { OrganizationPerson, PeopleSearch, PersonState } from '../../things/people/list-everybody.ts'
export type { OperatorService, PersonRef } from '../../things/people/operators.ts'
export type { InvitationInput, PeopleService, PersonChange, RoleInput } from '../../things/people/people.ts'
export { keepRun, type RunChecksOptions, runChecks } from '../../things/runs/run-checks.ts'
export type { NumberedEvent } from '../../things/runs/run-events.ts'
export type { RunOrder, RunService } from '../../things/runs/runs.ts'
export { createRuntime } from '../../things/runtime/load-runtime.ts'
export type {
  ApiKey,
  Connection,
  ConnectionTest,
  ConnectorRef,
  FetchedOptions,
  Logger,
  OAuthApp,
  OAuthAppInput,
  OAuthAppTrial,
  Readiness,
  Ref,
  RunHandle,
  Runtime,
  RuntimeOptions,
  Schedule,
  WorkerOptions,
} from '../../things/runtime/runtime.ts'
export type { ScheduleRef, ScheduleService } from '../../things/schedules/schedules.ts'
export type { IssuerTrial, IssuerTrialStep } from '../../things/sign-in/issuer-trial.ts'
export type { BegunSignIn, EndedSignIn, SignInService } from '../../things/sign-in/openid-sign-in.ts'
export type { SignInIssuer, SignInIssuerInput, SignInIssuerService } from '../../things/sign-in/sign-in-issuers.ts'
export type { SigningKey, SigningService } from '../../things/signing/signing-service.ts'
export type { TicketInput, TicketService } from '../../things/tickets/services/tickets.ts'
export type { TrackerHealth, TrackerRef } from '../../things/tickets/store/ticket-store.ts'
export type { OpenedGrant } from '../../things/trust-centre/services/opened-grant.ts'
export type { GrantDownload, GrantUse, TrustCentreService } from '../../things/trust-centre/services/trust-centres.ts'
export type { KeyedThing } from '../../things/trust-centre/services/trust-keys.ts'
export type { WaiverService } from '../../things/waivers/waivers.ts'
export type { TargetInput } from '../../things/webhooks/webhook-input.ts'
export type {
  Delivery,
  MailRecipient,
  Webhook,
  WebhookInput,
  WebhookService,
  WebhookUpdate,
} from '../../things/webhooks/webhooks.ts'
