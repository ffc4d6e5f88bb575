import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { measureMemory } from '../../setup/growth.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { serve } from '../support.ts'
import type { Listed, Listing } from './children/list-pages.ts'

const child = await locateChild(import.meta.url, './children/list-pages.ts')
const [few, many] = isSoak ? [200, 2_000] : [50, 400]
const items = Array.from({ length: 100 }, (_each, id) => ({ id, login: `user-${id}`, mfa: id % 2 === 0 }))

// As long as servers take, since whoever looks for loops must remember them somehow.
const longCursor = 'c'.repeat(8_000)

const mostGrowth = 1.08
const growthOf = ({ peakBytes }: Listed) => peakBytes.all / peakBytes.few

/** A list of many pages, read in a process of its own, whose heap holds nothing else. */
async function read(file?: string): Promise<Listed> {
  const vendor = await serve(({ path }) => {
    const page = Number(/\d+$/.exec(path)?.[0] ?? 1)
    return { json: { items, next: page < many ? `/list?cursor=${longCursor}&page=${page + 1}` : null } }
  })
  const task: Listing = { origin: vendor.origin, fewPages: few, file }
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, JSON.stringify(task)])
  return JSON.parse(stdout) as Listed
}

test.each([
  ['without keeping exchanges', false],
  ['keeping every exchange', true],
])(`paginate() holds no more of ${many} pages than of ${few}, %s`, async (_name, isKept) => {
  const listed = await measureMemory(
    () => read(isKept ? join(createTempFolder(), 'exchanges') : undefined),
    growthOf,
    mostGrowth,
  )

  expect([listed.status, listed.items]).toEqual(['pass', many * 100])
  expect(listed.peakBytes.few).toBeGreaterThan(0)
  expect(growthOf(listed)).toBeLessThan(mostGrowth)
})
