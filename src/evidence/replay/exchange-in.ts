import type { KeptExchange } from '../../http/kept/exchange.ts'
import { readHarUnits } from '../bundle/har.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { parseHarEntry } from './exchange-of-entry.ts'

/**
 * Reads one exchange out of a bundle, by the number that results name; undefined where there is none. Nothing is verified.
 * @throws CheckwrightError `BUNDLE_INVALID` for what is no bundle
 */
export async function readExchangeOfBundle(path: string, number: number): Promise<KeptExchange | undefined> {
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
