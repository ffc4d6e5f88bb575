import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { dataConnectorIds } from 'checkwright/connectors'
import * as z from 'zod/mini'

/** Prints what the package weighs, and how much of that each connector is. Needs `npm run build`. */
const Packed = z.tuple([
  z.object({
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
  }),
])
const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const [{ size, unpackedSize, files }] = Packed.parse(JSON.parse(said))

interface Weight {
  packed: number
  unpacked: number
}

const weights = new Map<string, Weight>()
const add = (id: string, { packed, unpacked }: Weight) => {
  const before = weights.get(id) ?? { packed: 0, unpacked: 0 }
  weights.set(id, { packed: before.packed + packed, unpacked: before.unpacked + unpacked })
}
for (const { path, size: unpacked } of files) {
  const packed = gzipSync(readFileSync(path)).length
  const [, id] = /^(?:dist\/)?connectors\/([^/]+)\//.exec(path) ?? []
  if (id !== undefined) add(id, { packed, unpacked })
  // All connectors as data, read and checked, are one file.
  if (/^dist\/chunks\/data-connectors-/.test(path))
    for (const each of dataConnectorIds)
      add(each, { packed: packed / dataConnectorIds.length, unpacked: unpacked / dataConnectorIds.length })
}

const format = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
console.log('connector             packed    unpacked')
for (const [id, { packed, unpacked }] of [...weights].sort(([, a], [, b]) => b.packed - a.packed))
  console.log(`${id.padEnd(18)} ${format(packed)}  ${format(unpacked)}`)

const packed = [...weights.values()].reduce((sum, each) => sum + each.packed, 0)
console.log(
  `${weights.size} connectors: ${format(packed).trim()} packed, ${format(packed / weights.size).trim()} each; the whole package: ${format(size).trim()} packed, ${format(unpackedSize).trim()} unpacked`,
)
