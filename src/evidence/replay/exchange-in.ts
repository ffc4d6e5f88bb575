import type { ExchangeRecord } from '../../http/exchanges/exchange.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readHarUnits } from '../bundle/read-har.ts'
import { parseHarEntry } from './parse-har-entry.ts'

/**
 * Reads one exchange of a bundle, by its number in results; undefined if there is none. It does not verify the bundle.
 * @throws CheckwrightError `BUNDLE_INVALID` if it is not a bundle
 */
export async function readExchangeOfBundle(path: string, number: number): Promise<ExchangeRecord | undefined> {
  const source = await openBundle(path)
  try {
    for await (const unit of readHarUnits(source.read('exchanges.har'))) {
      // Only a line with these characters is worth parsing.
      if (!unit.text.includes(`"_exchange":${number},`)) continue
      const exchange = parseHarEntry(JSON.parse(unit.text))
      if (exchange?.number === number) return exchange
    }
    return undefined
  } finally {
    await source.close()
  }
}
