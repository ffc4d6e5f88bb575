import type { Provider } from '../connectors/data/provider.ts'
import { startPostgres } from '../setup/postgres-server.ts'
import { closedSettings, describeNodeRed, openSettings, sampleFlow, startNodeRed } from './node-red.ts'
import { describeUnleash, startUnleash } from './unleash.ts'

/** Connectors whose vendor's product runs from an npm package: its own description or answers, asked of the product itself. */
const products: Readonly<Record<string, () => Promise<Provider>>> = {
  unleash: async () => {
    const postgres = await startPostgres()
    try {
      await using unleash = await startUnleash(postgres.url)
      return await describeUnleash(unleash)
    } finally {
      await postgres.remove()
    }
  },
  'node-red': async () => {
    await using open = await startNodeRed(openSettings)
    await using closed = await startNodeRed(closedSettings)
    await open.call('POST', '/flows', sampleFlow)
    return await describeNodeRed([open, closed])
  },
}

export function isProduct(id: string): boolean {
  return Object.hasOwn(products, id)
}

/** Starts the product, asks it, and ends it. */
export async function askProduct(id: string): Promise<Provider> {
  const ask = products[id]
  if (!ask) throw new TypeError(`There is no product ${id}.`)
  return ask()
}
