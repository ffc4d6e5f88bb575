/**
 * The test kit for connector authors: a vendor, its authorization server and the time, all real and all
 * local; and organizations of which you know what happened.
 *
 * @packageDocumentation
 */

export type { DataProblem } from '../../data/data-problem.ts'
export type { Clock } from '../../define/index.ts'
export type {
  RecordedAnswer,
  RecordedBody,
  RecordedCheck,
  RecordedExchange,
  RecordedInventory,
  RecordedResult,
  Recording,
} from '../../evidence/recording/recording.ts'
export type { Mutant, MutantKind, MutatedCheck } from '../prove/mutants/mutant.ts'
export {
  type CheckTrial,
  type Disagreement,
  type Mutator,
  type ProofReport,
  type ProveOptions,
  proveConnector,
  type Survivor,
} from '../prove/prove-connector.ts'
export type { CheckSiblings, PassedOver } from '../prove/siblings/find-siblings.ts'
export type { VerdictDifference } from '../prove/trials/verdict.ts'
export type { WitnessCount } from '../prove/witnesses/count-witnesses.ts'
export type { SecondReading } from '../prove/witnesses/read-labels.ts'
export type { Witness, Witnesses } from '../prove/witnesses/read-witnesses.ts'
export { type AuthorizeOptions, authorizeHeadlessly } from './authorize-headlessly.ts'
export { type ContractOptions, connectorContract, type TestFunction } from './contract/connector-contract.ts'
export type { MutationKind } from './contract/mutations.ts'
export type { ReviewedMember } from './contract/reviewed-member.ts'
export type { RuleId } from './contract/rule.ts'
export type { OAuthAccount, OAuthClient, OAuthServerOptions } from './oauth/oauth-options.ts'
export type { AccessTokenFacts, IssuedTokens, TokenRequest } from './oauth/tokens.ts'
export { type OAuthServer, oauthServer } from './oauth-server.ts'
export type { FalseVerdict, Readings, Truth } from './organization/find-mistake.ts'
export {
  generateOrganization,
  type OrganizationOptions,
  openOrganization,
  sabotageKinds,
  sabotageOrganization,
} from './organization/generate-organization.ts'
export type {
  EmploymentPeriod,
  HistoryAccount,
  HistoryDevice,
  HistoryTraining,
  Human,
  OrganizationHistory,
} from './organization/history.ts'
export type { KnownOrganization, ShownRecord } from './organization/known-organization.ts'
export { type CrossCheckTrial, type MistakeFinder, tryCrossCheck } from './organization/try-cross-check.ts'
export { type RecordedOptions, recordedChecks } from './recorded-checks.ts'
export type { Answer, Handler, HeaderRecord, VendorRequest } from './vendor/answer.ts'
export type { VendorAuth } from './vendor/auth.ts'
export type { DescribedOptions, Violation } from './vendor/described-vendor.ts'
export type { DigestDemand } from './vendor/digest.ts'
export { type FakeVendor, type FakeVendorOptions, fakeVendor, type RecordedRequest } from './vendor/fake-vendor.ts'
export { type Fault, faults } from './vendor/faults.ts'
export { type FixedClock, fixedClock } from './vendor/fixed-clock.ts'
export { type EndMark, type PaginatedOptions, paginated } from './vendor/paginated.ts'
export type { ParamsOf } from './vendor/route-patterns.ts'
