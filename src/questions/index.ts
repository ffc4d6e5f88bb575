export { applicationsReviewed } from './applications-reviewed.ts'
export { credentialsExpire } from './credentials-expire.ts'
export { credentialsRotated } from './credentials-rotated.ts'
export { credentialsUsed } from './credentials-used.ts'
export { devicesEncrypted } from './devices-encrypted.ts'
export { devicesLocked } from './devices-locked.ts'
export { devicesManaged } from './devices-managed.ts'
export { devicesSeen } from './devices-seen.ts'
export { type AdministratorCount, type FewAdministratorsOptions, fewAdministrators } from './few-administrators.ts'
export { guestsReviewed } from './guests-reviewed.ts'
export { invitationsPending } from './invitations-pending.ts'
export { knownDomains } from './known-domains.ts'
export type {
  CommonOptions,
  QuestionOptions,
  QuestionRecord,
  ReviewOptions,
  Text,
  VariableChange,
} from './rules/question.ts'
export { secondFactor } from './second-factor.ts'
export { serviceAccountsKnown } from './service-accounts-known.ts'
export { staleAccounts } from './stale-accounts.ts'
export { trainingCompleted } from './training-completed.ts'
export { vulnerabilitiesFixedInTime } from './vulnerabilities-fixed-in-time.ts'
