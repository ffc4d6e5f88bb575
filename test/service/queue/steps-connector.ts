import { type AnyConnector, defineConnector } from '../../../src/index.ts'

const auth = { type: 'api_key', config: { in: 'header', name: 'X-Key' } } as const

/** A connector whose check asks for one step after another. */
export function createStepsConnector(baseUrl: string, { steps = 3 } = {}): AnyConnector {
  const connector = defineConnector({ id: 'steps', name: 'Steps', version: '1.0.0', baseUrl, auth })
  return connector.with(
    connector.check({
      id: 'steps',
      title: 'Steps are taken',
      async run(ctx) {
        for (let step = 0; step < steps; step++) {
          await ctx.get(`/steps/${step}`, { query: { connection: ctx.connection?.id ?? '' } })
          ctx.pass({ resource: { type: 'step', id: String(step) }, title: 'Taken' })
        }
      },
    }),
  )
}

export function createOtherConnector(baseUrl: string): AnyConnector {
  const other = defineConnector({ id: 'other', name: 'Other', version: '1.0.0', baseUrl, auth })
  return other.with(other.check({ id: 'none', title: 'Nothing', onEmpty: 'pass', run: () => undefined }))
}
