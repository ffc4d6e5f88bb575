import { applicationsReviewedQuestion } from './applications-reviewed.ts'
import { credentialsExpireQuestion } from './credentials-expire.ts'
import { credentialsRotatedQuestion } from './credentials-rotated.ts'
import { credentialsUsedQuestion } from './credentials-used.ts'
import { devicesEncryptedQuestion } from './devices-encrypted.ts'
import { devicesLockedQuestion } from './devices-locked.ts'
import { devicesManagedQuestion } from './devices-managed.ts'
import { devicesSeenQuestion } from './devices-seen.ts'
import { fewAdministratorsQuestion } from './few-administrators.ts'
import { guestsReviewedQuestion } from './guests-reviewed.ts'
import { invitationsPendingQuestion } from './invitations-pending.ts'
import { knownDomainsQuestion } from './known-domains.ts'
import type { QuestionData } from './rules/question.ts'
import { secondFactorQuestion } from './second-factor.ts'
import { serviceAccountsKnownQuestion } from './service-accounts-known.ts'
import { staleAccountsQuestion } from './stale-accounts.ts'
import { trainingCompletedQuestion } from './training-completed.ts'
import { vulnerabilitiesFixedInTimeQuestion } from './vulnerabilities-fixed-in-time.ts'

/** Every question, in the order of the docs. */
export const allQuestions: readonly QuestionData[] = [
  secondFactorQuestion,
  fewAdministratorsQuestion,
  staleAccountsQuestion,
  invitationsPendingQuestion,
  knownDomainsQuestion,
  guestsReviewedQuestion,
  serviceAccountsKnownQuestion,
  applicationsReviewedQuestion,
  devicesEncryptedQuestion,
  devicesLockedQuestion,
  devicesManagedQuestion,
  devicesSeenQuestion,
  credentialsRotatedQuestion,
  credentialsUsedQuestion,
  credentialsExpireQuestion,
  vulnerabilitiesFixedInTimeQuestion,
  trainingCompletedQuestion,
]
