export type { ConnectionOrder, ConnectionPlace, ConnectionState, ConnectionTally } from '../auth/connection-store.ts'
export type { DestinationDifference, DestinationEntry } from '../auth/destination.ts'
export type { CheckEvidence, EvidenceSubject } from '../checks/controls/check-evidence.ts'
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
} from '../checks/controls/evaluate-controls.ts'
export type { ExpectedRun, MissingCheck } from '../checks/controls/expected-run.ts'
export type { Control, Framework, Mapping } from '../checks/controls/frameworks/framework.ts'
export { shippedFrameworks } from '../checks/controls/frameworks/shipped-frameworks.ts'
export { compareRuns } from '../checks/findings/compare-runs.ts'
export type { Change, EarlierFinding, RunComparison } from '../checks/findings/comparison.ts'
export type { DueDays } from '../checks/findings/due.ts'
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
} from '../checks/findings/finding-store.ts'
export type {
  HeldJudgement,
  JudgedResult,
  JudgementChoice,
  JudgementFilter,
  StoredJudgement,
} from '../checks/judgements/judgement-store.ts'
export type { JudgeableResult, Judgements } from '../checks/judgements/open-judgements.ts'
export type { CheckHead, CrossCheckPart, KeptRun, RunHead, RunScopeState } from '../checks/runs/kept-run.ts'
export { type HeldRun, keptRun, wholeRun } from '../checks/runs/kept-run.ts'
export type { ResultFilter, StoredResult } from '../checks/runs/result-store.ts'
export type { RunFilter, RunRecord, TimeSpan } from '../checks/runs/run-store.ts'
export type { StandingWaivers, WaivableResult, WaiverScope } from '../checks/waivers/standing-waivers.ts'
export type { StoredWaiver, WaiverPage, WaiverStateFilter } from '../checks/waivers/waiver-store.ts'
export type { Departure, Directory, DirectorySource } from '../crosscheck/define/directory.ts'
export {
  type CrossCheckInputs,
  type CrossCheckInventory,
  type CrossCheckSource,
  type CrossCheckSystem,
  cutPieces,
  type Exemption,
  type Pieces,
} from '../crosscheck/define/inputs.ts'
export type { ConfirmedAlias } from '../crosscheck/define/stored-link.ts'
export type { DismissedProposal } from '../crosscheck/links/dismissal-store.ts'
export type { LinkedPlace, LinkFilter, LinkRecord } from '../crosscheck/links/link-store.ts'
export type { SystemSettings } from '../crosscheck/people/directory-store.ts'
export { findDepartures } from '../crosscheck/people/find-departures.ts'
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
} from '../crosscheck/reviews/access-review.ts'
export type { AccessReviewFilter, ReviewRef, SystemCounts } from '../crosscheck/reviews/access-review-store.ts'
export type { AccessReviewRun, AccessReviewRunHead } from '../crosscheck/reviews/review-run.ts'
export type { ReviewState } from '../crosscheck/reviews/review-state.ts'
export type { CrossCheckRunHead, HeldCrossCheckRun } from '../crosscheck/run/cross-check-run.ts'
export { findLinks } from '../crosscheck/run/find-links.ts'
export { type CrossCheckOptions, runCrossCheck } from '../crosscheck/run/run-cross-check.ts'
export { openSourceInMemory } from '../crosscheck/source-in-memory.ts'
export type { DataFileError, PlacedProblem } from '../data/data-file.ts'
export type { Clock, CredentialInput } from '../define/index.ts'
export { type BundleDraft, beginBundle, type FinishedBundle } from '../evidence/bundle/bundle-draft.ts'
export type { BundleFile, EvidenceProblem, InventoryFile, RecordFile } from '../evidence/bundle/bundle-source.ts'
export type { FileDigest, ManifestHead, ManifestRun, PreviousBundle } from '../evidence/bundle/manifest.ts'
export { type PublicKey, publicKeyOf, publicKeysIn, type Signer } from '../evidence/bundle/signer.ts'
export type { GrowthProof } from '../evidence/log/growth-proof.ts'
export type { LogKind } from '../evidence/log/log-entry.ts'
export type { LogLeaf } from '../evidence/log/log-store.ts'
export type { Hash } from '../evidence/log/tree.ts'
export { PseudonymTable } from '../evidence/pseudonyms/pseudonym-table.ts'
export { type EditionParts, writePseudonymousEdition } from '../evidence/pseudonyms/write-edition.ts'
export type { RecordedReplay } from '../evidence/recording/replay-recording.ts'
export type { ReplayDifference } from '../evidence/replay/compare-results.ts'
export { type CheckReplay, type Replay, type ReplayOptions, replayBundle } from '../evidence/replay/replay.ts'
export { type CrossCheckReplay, replayCrossCheckBundle } from '../evidence/replay/replay-cross-check.ts'
export type { InventoryReplay } from '../evidence/replay/replay-inventories.ts'
export type { BundleLogEntry } from '../evidence/verification/find-log-entry.ts'
export { type TrustedKeys, verifyBundle } from '../evidence/verification/verify.ts'
export type { Verification, VerifyOptions } from '../evidence/verification/verify-source.ts'
export type { ExchangesOption } from '../http/exchanges/ledger.ts'
export type { TransportOptions } from '../http/transport/create-transport.ts'
export type { HostFetch } from '../http/transport/fetch-transport.ts'
export type { InventoryHead } from '../inventory/inventory-head.ts'
export type { KeptRecord } from '../inventory/parse-record.ts'
export type { DeliveryPlace, DeliveryState } from '../notices/delivery.ts'
export { type AnyNoticeType, type Notice, type NoticeData, type NoticeType, noticeTypes } from '../notices/notice.ts'
export type { Rhythm, Sink, WebhookState, WebhookStateReason } from '../notices/webhook.ts'
export type { KeyOptions, KeyService } from '../store/index.ts'
export type { KeyChoice } from '../workspace/api-keys.ts'
export type { Language, Logo, LogoImage, LogoType, OwnAppearance } from '../workspace/appearances.ts'
export type { Actor, AuditEntry, AuditFilter } from '../workspace/audit.ts'
export type { FileRecord } from '../workspace/files/files.ts'
export type { InvitationRecord, Membership, OperatorRecord } from '../workspace/memberships.ts'
export type { OrganizationProfile } from '../workspace/organization-profiles.ts'
export type { Organization, OrganizationSettings } from '../workspace/organizations.ts'
export type { PackageRecord } from '../workspace/packages.ts'
export type { Statement, StoredTask, TaskProof, TaskRef, TaskTerms } from '../workspace/tasks/task.ts'
export type { EvidenceState, TaskEvidence } from '../workspace/tasks/task-evidence.ts'
export type { DerivedState, TaskState } from '../workspace/tasks/task-state.ts'
export type { StandingTask } from '../workspace/tasks/task-store.ts'
export type { TaskTemplate } from '../workspace/tasks/template.ts'
export type { KnownPerson, User } from '../workspace/users.ts'
export type { WebPerson } from '../workspace/web-sessions.ts'
export type {
  AccessReview,
  AccessReviewQuery,
  AccessReviewService,
  OpenAccessReview,
} from './access-reviews/access-reviews.ts'
export type { DecisionInput } from './access-reviews/decide-accounts.ts'
export type { ReviewFinish } from './access-reviews/finish-review.ts'
export type { OverdueReview } from './access-reviews/overdue-reviews.ts'
export type { AccessReviewInput, ReviewerInput } from './access-reviews/start-review.ts'
export type { AppTrialService } from './apps/app-trial.ts'
export type { OAuthAppService } from './apps/oauth-apps.ts'
export type { AuditService } from './audit-service.ts'
export type { ConnectionService, NewConnection } from './connections/connections.ts'
export type { DisabledConnectorService } from './connections/disabled-connectors.ts'
export type { PrivateNetworkAllowance } from './connections/private-network.ts'
export type { ConnectAttempt } from './connections/prove-connection.ts'
export type { PublicField } from './connections/public-fields.ts'
export type { ConnectionSearch, ConnectionSearchPage, FoundConnection } from './connections/search-connections.ts'
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
} from './connectors/data-connectors.ts'
export type {
  CrossCheckOrder,
  CrossCheckSchedule,
  CrossCheckService,
  CrossCheckState,
  CrossCheckTiming,
  CrossCheckVariables,
} from './crosschecks/cross-checks.ts'
export { parseFramework, parseWaivers, type ReadConnectorOptions, readConnector } from './data-files.ts'
export type {
  AccountLink,
  AccountLinkService,
  AliasInput,
  LinkRef,
  PersonAlias,
} from './directory/account-links.ts'
export type { ViewHead, ViewSystem } from './directory/build-view.ts'
export type { DirectoryService, SourceOfPeople, SourceReading } from './directory/directory.ts'
export type { DismissalInput, DismissalService } from './directory/dismissals.ts'
export type { PeopleImport } from './directory/import-people.ts'
export type { LinkInput } from './directory/link-input.ts'
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
} from './directory/people-view.ts'
export type { SourceInput } from './directory/source-input.ts'
export type { SystemInput } from './directory/system-input.ts'
export type {
  AccountView,
  DeviceView,
  Known,
  PersonView,
  ShownOwner,
  ShownProposal,
  TrainingView,
  ViewMark,
} from './directory/view-entries.ts'
export type { ExpectationService, Expectations } from './expectations/expectations.ts'
export type { ControlsEvidence, ControlsQuestion } from './findings/controls-evidence.ts'
export type {
  CountedFindings,
  FindingTally,
  KnownTime,
  ListedFilter,
  TalliedFindings,
} from './findings/finding-lists.ts'
export type { FindingDetail, FindingService, FindingUpdate } from './findings/findings.ts'
export type {
  InventoryRef,
  InventoryService,
  KeptInventory,
} from './inventories/inventories.ts'
export type { Judge } from './judgements/is-subject.ts'
export type { JudgedTotal } from './judgements/judged-outcomes.ts'
export type {
  Judgement,
  JudgementInput,
  JudgementQuery,
  JudgementService,
  JudgementTime,
  NeededReview,
} from './judgements/judgements.ts'
export type { ManualFilter, ManualPlace, ManualResult } from './judgements/manual-results.ts'
export type { StandingChoice, StandingDecisions } from './judgements/standing-decisions.ts'
export type { ReviewTally } from './judgements/tally-reviews.ts'
export { createRuntime } from './load-runtime.ts'
export type { LogOutcome } from './log/compare-log.ts'
export type { LogComparison, LogService, SignedHead } from './log/log.ts'
export type { MailOptions } from './notices/mail.ts'
export type { TargetInput } from './notices/webhook-input.ts'
export type { Delivery, Webhook, WebhookInput, WebhookRef, WebhookService, WebhookUpdate } from './notices/webhooks.ts'
export type { ApiKeyService, VerifiedApiKey } from './organizations/api-keys.ts'
export type { AppearanceService } from './organizations/appearance.ts'
export type { Appearance, AppearanceChanges, AppearanceOptions } from './organizations/appearance-options.ts'
export type { OrganizationService, UserService } from './organizations/organizations.ts'
export type { OrganizationQuotas } from './organizations/quotas.ts'
export type { DeletedRun, PackageService } from './packages/packages.ts'
export type { OrganizationPerson, PeopleSearch, PersonState } from './people/list-everybody.ts'
export type { BegunSignIn, EndedSignIn, SignInService } from './people/openid-sign-in.ts'
export type { OperatorService, PersonRef } from './people/operators.ts'
export type { InvitationInput, PeopleService, PersonChange, RoleInput } from './people/people.ts'
export type { SignInIssuer, SignInIssuerInput, SignInIssuerService } from './people/sign-in-issuers.ts'
export type { RetentionOptions } from './runs/retention-options.ts'
export { keepRun, type RunChecksOptions, runChecks } from './runs/run-checks.ts'
export type { NumberedEvent } from './runs/run-events.ts'
export type { RunOrder, RunService } from './runs/runs.ts'
export type { ScheduleRef, ScheduleService } from './runs/schedules.ts'
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
} from './runtime.ts'
export type { ConnectOutcome, ConnectSession, ConnectSessionService } from './sign-in/connect-sessions.ts'
export type { FinishedFlow, FlowCallback, ProvenFlow } from './sign-in/oauth-callback.ts'
export type { OAuthService } from './sign-in/oauth-flow.ts'
export type { FlowRequest } from './sign-in/oauth-start.ts'
export type { SigningKey, SigningService } from './signing-service.ts'
export type { StatementInput } from './tasks/keep-statement.ts'
export { listMissing, type MissingOfFramework, type MissingProof } from './tasks/list-missing.ts'
export type { Given, TaskInput } from './tasks/parse-terms.ts'
export type {
  ChangedBy,
  JudgedTask,
  JudgedTasks,
  StatedTask,
  Task,
  TaskPage,
  TaskPeriod,
  TaskService,
} from './tasks/tasks.ts'
export type { WaiverService } from './waivers.ts'
