const states =
  'active|activated|inactive|enabled|disabled|deactivated|suspended|archived|deleted|revoked|expires|expired|expiry|expiration|ended|closed|blocked|banned|paused|trashed|retired|removed|cancell?ed|terminated|locked'
const pattern = new RegExp(
  `^(?:(?:is|was|has)_)?(?:status|state|lifecycle|type|kind|(?:${states})(?:_(?:at|on|date|time))?)$`,
)

/** Whether vendors say by a member of this name what a thing is, or that it is on, off or at its end: `isActive`, `revoked_at`. */
export function isScopeName(name: string): boolean {
  return pattern.test(
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/[-.]/g, '_')
      .toLowerCase(),
  )
}
