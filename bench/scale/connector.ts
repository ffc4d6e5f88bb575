import { type AnyConnector, defineConnector } from '../../src/index.ts'

/** Milliseconds of the clock that all processes of a Linux machine share and that nobody sets. */
export function readMonotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/**
 * One check that sends five requests, one after the other; one that sends none and reports many results; one whose result says when it
 * began; and one that fails.
 */
export function scaleConnector(baseUrl: string, resultsMany = 0): AnyConnector {
  const connector = defineConnector({
    id: 'scale',
    name: 'Scale',
    version: '1.0.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const five = connector.check({
    id: 'five',
    title: 'Five requests',
    async run(ctx) {
      for (let n = 0; n < 5; n++) {
        const { id } = await ctx.get<{ readonly id: string }>(`/items/${n}`)
        ctx.pass({ resource: { type: 'item', id: `${id}-${n}` }, title: 'Fine', evidence: { n } })
      }
    },
  })
  const many = connector.check({
    id: 'many',
    title: 'Many results',
    run(ctx) {
      for (let n = 0; n < resultsMany; n++) {
        ctx.pass({ resource: { type: 'item', id: `item-${n}` }, title: 'Fine', evidence: { n, note: 'x'.repeat(100) } })
      }
    },
  })
  const moment = connector.check({
    id: 'moment',
    title: 'When it began',
    run(ctx) {
      ctx.pass({ resource: { type: 'item', id: 'moment' }, title: 'Fine', evidence: { atMs: readMonotonicMs() } })
    },
  })
  const failing = connector.check({
    id: 'failing',
    title: 'What fails',
    run(ctx) {
      ctx.fail({ resource: { type: 'item', id: 'failing' }, title: 'Not fine', remediation: 'Mend it.' })
    },
  })
  return connector.with(five, many, moment, failing)
}
