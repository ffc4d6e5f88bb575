import type { PolicyConditions } from './responses.ts'

/** The effect of one condition on a policy's reach. */
export interface Condition {
  /** Its name for people. */
  readonly kind: string
  /** The policy is for some sign-ins only. */
  readonly limits?: boolean
  /** The policy is for all sign-ins except some. */
  readonly excludes?: boolean
  /** It is set, and this version does not know its meaning. */
  readonly unread?: boolean
}

// Judged separately below, or by the checks themselves.
const read = [
  'applications',
  'authenticationFlows',
  'clientAppTypes',
  'devices',
  'insiderRiskLevels',
  'locations',
  'platforms',
  'signInRiskLevels',
  'userRiskLevels',
  'users',
]

/** The conditions of a policy that are set, except those on users, applications and client apps. */
export function readConditions(conditions: PolicyConditions): readonly Condition[] {
  const { applications, authenticationFlows, devices, insiderRiskLevels, locations, platforms } = conditions
  const { deviceFilter, ...otherDevices } = devices ?? {}
  return [
    { kind: 'sign-in risk', limits: isSet(conditions.signInRiskLevels) },
    { kind: 'user risk', limits: isSet(conditions.userRiskLevels) },
    { kind: 'insider risk', limits: isSet(insiderRiskLevels) },
    { kind: 'authentication flows', limits: isSet(authenticationFlows) },
    {
      kind: 'locations',
      limits: locations !== null && !locations.includeLocations.includes('All'),
      excludes: isSet(locations?.excludeLocations),
    },
    {
      kind: 'platforms',
      limits: platforms !== null && !platforms.includePlatforms.includes('all'),
      excludes: isSet(platforms?.excludePlatforms),
    },
    { kind: 'device filter', limits: deviceFilter?.mode === 'include', excludes: isSet(deviceFilter) },
    { kind: 'devices', unread: isSet(otherDevices) },
    { kind: 'application filter', excludes: isSet(applications?.applicationFilter) },
    // Microsoft adds conditions. An unknown one may exclude most sign-ins from the policy.
    ...Object.entries(conditions).flatMap(([kind, value]) =>
      read.includes(kind) || kind.includes('@') ? [] : [{ kind, unread: isSet(value) }],
    ),
  ]
}

/** Whether a value is set: Graph writes unset conditions as null, as [] or as an empty object. */
function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).some(([name, member]) => !name.includes('@') && isSet(member))
  return value !== null && value !== undefined && value !== '' && value !== 'none'
}
