export { type PrivateKeyReading, readPrivateKey } from '../text/read-private-key.ts'
export { buildCheck } from './build-check.ts'
export type * from './check/check.ts'
export { type Fix, fillFix } from './check/fix.ts'
export type * from './check/hooks.ts'
export type * from './check/inventory.ts'
export { isInventory, toInventoryId } from './check/inventory.ts'
export type { Distinct, IdsOf, Known, Mistake } from './check/mistake.ts'
export type * from './check/reading-context.ts'
export type * from './check/vendor-client.ts'
export { type Clock, clocksApartMs, createSteadyTime, systemClock, timerMsMax } from './clock.ts'
export type * from './connector/auth-config.ts'
export type * from './connector/connector-definition.ts'
export type * from './connector/connector-name.ts'
export type * from './connector/credential-field.ts'
export {
  collectPatterns,
  findCertificateField,
  hasClientSecret,
  isDigest,
  isSecret,
  listCaptures,
  listCredentialFields,
  listCustomSettings,
  listSecretIds,
  listSecretSettings,
  toTokenName,
} from './connector/definition-fields.ts'
export { listHostNames, listHostPlaceholders } from './connector/host-names.ts'
export { perDefinition } from './connector/per-definition.ts'
export {
  cutUrlTemplate,
  type Fillings,
  fillHost,
  fillPath,
  fillText,
  fillTexts,
  fillUrl,
  listPlaceholders,
  matchesPattern,
} from './connector/template.ts'
export type * from './connector/variable.ts'
export { isChoice } from './connector/variable.ts'
export type { VendorPageWords } from './connector/vendor-page-words.ts'
export type * from './connector.ts'
export { defineConnector, isConnector, nameConnector } from './define-connector.ts'
export { buildInventory } from './define-inventory.ts'
export { defineQuestion, type QuestionDefinition } from './define-question.ts'
export { allowsEverything, type Grant, measureGrant } from './meaning/allows-everything.ts'
export { coversInternet, isAddressRange, isWithinRange } from './meaning/covers-internet.ts'
export { isNever } from './meaning/is-never.ts'
export {
  type DmarcAction,
  type DmarcPolicy,
  readDmarc,
  readSpf,
  readTags,
  type SpfPolicy,
} from './meaning/mail-policy.ts'
export { matchesGlob, matchesPathGlob } from './meaning/matches-glob.ts'
export { opensPort } from './meaning/opens-port.ts'
export { findCheckProblems } from './rules/connector-rules.ts'
export { domainsMax, findDomainsProblem, normalizeDomain } from './rules/domain-rules.ts'
export { anyHostPattern } from './rules/host-rules.ts'
export { reservedForAuthorization } from './rules/oauth2-rules.ts'
export * from './run/control.ts'
export { crossCheckConnectorId } from './run/cross-check-id.ts'
export * from './run/failure-cause.ts'
export * from './run/json.ts'
export type * from './run/judgement.ts'
export {
  type InventoryMemberForm,
  inventoryKinds,
  listMemberForms,
  listMemberWords,
  type MemberForm,
} from './run/members.ts'
export type * from './run/proof.ts'
export * from './run/received.ts'
export type * from './run/record.ts'
export * from './run/result.ts'
export * from './run/run.ts'
export type * from './run/shipped-controls.ts'
export type * from './run/shipped-statements.ts'
export * from './run/statement.ts'
export { taskSourceId } from './run/task-source-id.ts'
export type * from './run/waiver.ts'
export { getSchemas } from './schema/definition-schema.ts'
export { parseData, parseMending } from './schema/parse-data.ts'
export { formatPath, toProblems } from './schema/problems.ts'
export { strict } from './schema/strict.ts'
export {
  describeUnknownOption,
  findUnknownOptions,
  listUnknownOptions,
  refuseOthers,
} from './schema/unknown-options.ts'
export { readStamp, stampConnector } from './stamp-connector.ts'
export { describeMismatch } from './vendor/describe-mismatch.ts'
export { distinctBy } from './vendor/distinct-by.ts'
export { id } from './vendor/id.ts'
export { firstFailuresMax, listWithin } from './vendor/list-within.ts'
export {
  type OwnPageWords,
  type PageRole,
  type PageWord,
  readPageHeader,
  readPageWord,
  toOwnPageWords,
  toPlainName,
} from './vendor/page-words.ts'
export {
  type AskedOfTokenEndpoint,
  judgeTokenRefusal,
  type RefusalReason,
  refusalTable,
} from './vendor/token-refusal.ts'
export { vendorMember } from './vendor/vendor-member.ts'
export { type VendorRecord, vendorRecord } from './vendor/vendor-record.ts'
export {
  type AgeContext,
  daysBetween,
  daysSince,
  formatDays,
  parseTime,
  type TimeUnit,
  vendorTime,
} from './vendor/vendor-time.ts'
export { parseWord, vendorWord } from './vendor/vendor-word.ts'
export { version } from './version.ts'
