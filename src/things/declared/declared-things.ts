import type { Thing } from '../../service/fields/define-thing.ts'
import { auditPeriod } from '../audit-periods/thing.ts'
import { destination } from '../destinations/thing.ts'
import { categoryExclusion, controlExclusion } from '../exclusions/thing.ts'
import { ownFramework } from '../own-frameworks/thing.ts'
import { pentest, pentestFinding } from '../pentests/thing.ts'
import { policyRequest } from '../policies/requests.ts'
import { policy, policyAcknowledgement, policyVersion } from '../policies/thing.ts'
import { populationSample } from '../population-samples/thing.ts'
import { questionnaire, questionnaireQuestion } from '../questionnaires/thing.ts'
import { reliance } from '../reliances/thing.ts'
import { riskReview } from '../risks/review.ts'
import { risk } from '../risks/thing.ts'
import { ticket, tracker } from '../tickets/thing.ts'
import { trustDocument } from '../trust-centre/documents.ts'
import { trustAgreement, trustGrant, trustRequest } from '../trust-centre/requests.ts'
import { trustCentre, trustLink, trustStatus } from '../trust-centre/thing.ts'
import { vendorReview } from '../vendors/review.ts'
import { vendor, vendorDocument } from '../vendors/thing.ts'

/** Every thing that `defineThing` declares. Its table, service, routes, pages, command and link in the navigation follow from this list. */
export const declaredThings: readonly Thing[] = [
  auditPeriod,
  ownFramework,
  reliance,
  categoryExclusion,
  controlExclusion,
  populationSample,
  tracker,
  ticket,
  destination,
  vendor,
  vendorDocument,
  vendorReview,
  risk,
  riskReview,
  policy,
  policyVersion,
  policyRequest,
  policyAcknowledgement,
  pentest,
  pentestFinding,
  trustCentre,
  trustStatus,
  trustLink,
  trustDocument,
  trustRequest,
  trustAgreement,
  trustGrant,
  questionnaire,
  questionnaireQuestion,
]

/** Those with a link in the menu. */
export function listMenuThings(): readonly Thing[] {
  return declaredThings.filter(({ place }) => place === 'menu')
}

/** Those with a page among the settings. */
export function listSettingsThings(): readonly Thing[] {
  return declaredThings.filter(({ place }) => place === 'settings')
}
