import type { AnyConnector, Check } from '../define/index.ts'
import { CheckError } from '../errors/index.ts'

/** The checks of these ids, in the connector's order; all without ids. @throws CheckError `CHECK_UNKNOWN` */
export function chooseChecks(connector: AnyConnector, ids: readonly string[] | undefined): readonly Check[] {
  const { checks } = connector
  if (checks.length === 0) {
    throw new CheckError(`Connector "${connector.id}" has no checks. Add them by .with(check, …).`, {
      code: 'CHECK_UNKNOWN',
    })
  }
  if (ids === undefined) return checks
  const unknown = ids.filter((id) => !checks.some((check) => check.id === id))
  if (unknown.length > 0) {
    throw new CheckError(
      `Connector "${connector.id}" has no check ${unknown.map((id) => `"${id}"`).join(', ')}. It has: ${checks.map((check) => check.id).join(', ')}.`,
      { code: 'CHECK_UNKNOWN' },
    )
  }
  return checks.filter((check) => ids.includes(check.id))
}
