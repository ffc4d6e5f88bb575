/** Names of members, as words with hyphens, and what they tell. A name that is not here is not mapped. */
export const memberNames = {
  email: /^(?:(?:primary|work|user|account)-)?(?:email|e-mail|mail)(?:-address)?$/,
  emailVerified: /^(?:is-)?(?:email-(?:is-)?verified|verified-email)$/,
  secondFactor:
    /^(?:is-?|has-?)?(?:mfa|2-?fa|tfa|t?otp|(?:two|2|second|multi)-?(?:factor|fa)(?:-auth(?:entication)?)?|two-step-(?:login|verification))(?:-(?:is-)?(?:enabled|active|activated|enrolled|configured))?$/,
  administrator: /^(?:is-)?(?:(?:org(?:anization)?|account|workspace|super)-?)?(?:admin|administrator|superuser)$/,
  roles: /^(?:(?:org(?:anization)?|account|user|member|workspace|access)-)?role(?:-name)?$/,
  createdAt: /^(?:created(?:-(?:at|on|date|time|date-time))?|(?:date|time)-created|creat(?:e|ion)-(?:date|time))$/,
  lastActiveAt:
    /^(?:last-(?:successful-)?(?:login|log-in|logged-in|sign-in|signin|signed-in|active|activity|seen)(?:-(?:at|on|date|time|date-time))?|date-last-(?:login|active|activity))$/,
  status: /^(?:(?:account|user|member|membership|invite|invitation)-)?(?:status|state)$/,
  kind: /^(?:(?:account|user|member)-)?(?:type|kind)$/,
} as const

/** Names that probably mean the time of creation. */
export const perhapsCreated = /^(?:(?:added|joined|registered)(?:-(?:at|on|date|time))?|date-(?:added|joined))$/

export type StatusWord = 'active' | 'invited' | 'suspended' | 'deleted'
export type KindWord = 'person' | 'guest' | 'service'

/**
 * Words for a status. "inactive" and "locked" are not here: somebody who can sign in again is not suspended, and the
 * questions leave out whoever is.
 */
export const statusWords: Readonly<Record<StatusWord, RegExp>> = {
  active: /^(?:active|enabled|accepted|confirmed|normal|joined)$/,
  invited: /^(?:invited|pending|pending-.*|.*-pending|invite-sent|invitation-sent)$/,
  suspended: /^(?:suspended|disabled|deactivated|blocked|banned|archived|deprovisioned)$/,
  deleted: /^(?:deleted|removed)$/,
}

export const kindWords: Readonly<Record<KindWord, RegExp>> = {
  person: /^(?:person|human|employee|user|regular)$/,
  guest: /^(?:guest|external|outside-collaborator)$/,
  service: /^(?:bot|service|service-account|service-user|application|machine|machine-user)$/,
}

/** Booleans that say a status, and what `true` and `false` mean. False of the first ones says nothing by itself. */
export const statusFlags: readonly (readonly [names: RegExp, value: boolean, status: StatusWord])[] = [
  [/^(?:is-)?deleted$/, true, 'deleted'],
  [/^(?:is-)?(?:suspended|disabled|deactivated|blocked|banned|archived|deprovisioned)$/, true, 'suspended'],
  [/^(?:is-)?(?:account-)?(?:active|enabled)$/, false, 'suspended'],
  [/^(?:is-)?(?:invited(?:-user)?|pending|invitation-pending)$/, true, 'invited'],
]

export const kindFlags: readonly (readonly [names: RegExp, value: boolean, kind: KindWord])[] = [
  [/^(?:is-)?(?:bot|service-account|service-user|machine-user)$/, true, 'service'],
  [/^(?:is-)?(?:guest|external|outside-collaborator)$/, true, 'guest'],
]

/** Roles that may manage members, roles or sign-in, and roles that usually may not. Others could be either. */
export const administratorRoles = /^(?:.*-)?(?:admin|administrator|owner|superuser|super-admin)$/
export const commonRoles = /^(?:.*-)?(?:member|user|viewer|reader|guest|read-only|readonly|read)$/

/** Names of lists that are people, whatever their items say: many vendors list ids and names only, and the rest by request. */
export const peopleNames = /^(?:users?|directory-users?|people|persons?|employees?|staff|team-?members?|team-?mates?)$/

/** Names of lists that may be the accounts, the surest first. */
export const listNames = [
  /^(?:(?:directory|org|organi[sz]ation|account|workspace|company)-)?users?$/,
  /^(?:(?:org|organi[sz]ation|account|workspace|company)-)?(?:members?|memberships?|seats?)$/,
  /^(?:people|persons?|employees?|staff|team-?members?|team-?mates?)$/,
  /^(?:accounts?|admins?|administrators?|agents?|collaborators?)$/,
] as const
