import { type AnyConnector, defineConnector } from '../../src/index.ts'

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** What the vendor looks like on a day: which of the ten resources of a connection fail. */
export type Vendor = { failing: ReadonlySet<number> }

/** Five checks of two resources each. The last but one needs review. */
export function createHistoryConnector(vendor: Vendor): AnyConnector {
  const connector = defineConnector({
    id: 'history',
    name: 'History',
    version: '1.0.0',
    baseUrl: 'https://history.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const checks = severities.map((severity, index) =>
    connector.check({
      id: `check-${severity}`,
      title: `Members are safe (${severity})`,
      severity,
      controls: controls[index] ?? [],
      run(ctx) {
        for (const number of [2 * index, 2 * index + 1]) {
          const resource = { type: 'user', id: `user-${number}`, name: `Person ${number} of the team` }
          const evidence = {
            number,
            mfa: !vendor.failing.has(number),
            groups: ['staff', 'developers'],
            note: 'x'.repeat(80),
          }
          if (vendor.failing.has(number))
            ctx.fail({ resource, title: `Person ${number} is not safe`, evidence, remediation: 'Turn it on.' })
          else if (number === reviewed) ctx.manual({ resource, title: 'Somebody has to look at it', evidence })
          else ctx.pass({ resource, title: `Person ${number} is safe`, evidence })
        }
      },
    }),
  )
  return connector.with(...checks)
}

const controls = [['soc2:CC6.1'], ['soc2:CC6.2'], ['soc2:CC6.3'], ['soc2:CC7.2'], []]
/** Never fails. */
const reviewed = 7
