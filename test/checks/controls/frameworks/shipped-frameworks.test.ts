import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const source = (path: string) => new URL(`../../../../src/${path}`, import.meta.url).href

/** Modules that a new process loads for a program, by URL. */
function loadedBy(program: string): readonly string[] {
  const hooks = `
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, '--input-type=module', '-e', program]
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n')
}

const parsers =
  /\/node_modules\/yaml\/|\/data\/data-file\.ts|\/controls\/frameworks\/(?!shipped-|split-level|framework-names)/

test.each(['index.ts', 'app/runtime/index.ts'])(
  'importing src/%s loads neither frameworks nor parsers of files',
  (entry) => {
    const loaded = loadedBy(`await import(${JSON.stringify(source(entry))})`)

    expect(loaded.some((url) => url.endsWith(`/src/${entry}`))).toBe(true)
    expect(loaded.filter((url) => parsers.test(url))).toEqual([])
  },
)

test('a framework loads when it is asked for, and alone', () => {
  const loaded = loadedBy(`
    const { shippedFrameworks } = await import(${JSON.stringify(source('checks/controls/frameworks/shipped-frameworks.ts'))})
    await shippedFrameworks.soc2()`)

  expect(loaded.filter((url) => parsers.test(url)).map((url) => url.split('/').at(-1))).toEqual(['soc2.ts'])
})
