import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { installed, runNode } from './consumer.ts'

const rounds = 7

/**
 * Importing must cost next to nothing, with a hundred connectors registered too. Times depend on the machine, so they are
 * printed; what is held is where they come from: which files are loaded, and how large they are.
 */
test.each(['checkwright', 'checkwright/connectors', 'checkwright/questions'])(
  'import "%s" loads little, and no other package',
  async (subpath) => {
    const urls = await urlsLoadedBy(subpath)
    const { ms, memoryMB } = await costOf(subpath)

    const own = urls.map((url) => (url.startsWith('file:') ? fileURLToPath(url) : url))
    const bytes = own.filter((file) => file.startsWith(installed)).map((file) => statSync(file).size)
    const allBytes = bytes.reduce((sum, size) => sum + size, 0)
    console.log(
      `import "${subpath}": ${bytes.length} files, ${Math.round(allBytes / 1000)} kB,`,
      `${ms.toFixed(1)} ms and ${memoryMB.toFixed(1)} MB over an empty process (medians of ${rounds})`,
    )
    expect(own.filter((file) => !file.startsWith(join(installed, 'dist')))).toEqual([])
    expect(own.filter((file) => file.startsWith(join(installed, 'dist/connectors/')))).toHaveLength(
      subpath === 'checkwright/connectors' ? 1 : 0,
    )
    // The readers of vendors' times and words, and the newer types of fields and hooks, take 12 kB of it, and inventories and
    // what holds their variables together 10 kB. What ranges, patterns and policies mean takes 15 kB, what checks say of
    // statements 1 kB, and commands that mend with their rules 6 kB.
    // The questions, of which a connector may use one, take 45 kB more.
    expect(allBytes).toBeLessThan(subpath === 'checkwright/questions' ? 241_000 : 202_000)
  },
)

/** Everything that the import makes Node load, built-in modules included. */
async function urlsLoadedBy(subpath: string): Promise<readonly string[]> {
  const { stdout } = await runNode(
    '--input-type=module',
    '--eval',
    `import { registerHooks } from 'node:module'
     const urls = []
     registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
     await import('${subpath}')
     console.log(JSON.stringify(urls))`,
  )
  return JSON.parse(stdout)
}

/** Interleaved with empty processes, because the machine's speed drifts. */
async function costOf(subpath: string): Promise<Cost> {
  const empty: Cost[] = []
  const full: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    empty.push(await measured(''))
    full.push(await measured(`await import('${subpath}')`))
  }
  return {
    ms: median(full.map((cost) => cost.ms)) - median(empty.map((cost) => cost.ms)),
    memoryMB: median(full.map((cost) => cost.memoryMB)) - median(empty.map((cost) => cost.memoryMB)),
  }
}

interface Cost {
  readonly ms: number
  readonly memoryMB: number
}

async function measured(statement: string): Promise<Cost> {
  const { stdout } = await runNode(
    '--input-type=module',
    '--eval',
    `const startMs = performance.now()
     ${statement}
     console.log(JSON.stringify({ ms: performance.now() - startMs, memoryMB: process.memoryUsage.rss() / 1e6 }))`,
  )
  return JSON.parse(stdout)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
