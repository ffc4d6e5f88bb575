import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const entry = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)))

/** Files that an import makes Node load, built-in modules left out. */
async function loadedBy(path: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    await import(${entry(path)})
    console.log(JSON.stringify(urls.filter((url) => url.startsWith('file:'))))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout)
}

/** `bindingCookie()` is exported and answers at once, so the three small files that write and read cookies come along. */
const cookieCode = /node_modules\/hono\/dist\/(?:helper\/cookie\/index|utils\/cookie|utils\/url)\.js$/

test('import of the host loads no package but what writes cookies, and no route', async () => {
  const files = (await loadedBy('app/host/index.ts')).filter((file) => !cookieCode.test(file))

  expect(files.map((file) => file.replace(/^.*\/src\//, '')).toSorted()).toEqual([
    'app/host/api-host.ts',
    'app/host/create-host.ts',
    'app/host/index.ts',
    'auth/oauth/confidential-url.ts',
    'auth/oauth/state.ts',
    'auth/secret.ts',
    'service/records/web-sessions.ts',
    'text/base64url.ts',
    'things/api/checked-options.ts',
    'things/api/health.ts',
    'things/api/options/binding-cookie.ts',
    'things/api/options/cookies.ts',
    'things/people/pages/sign-in-links.ts',
  ])
})

test('import of the package itself loads nothing of the host', async () => {
  expect((await loadedBy('index.ts')).filter((file) => /src\/(service|things|app)\//.test(file))).toEqual([])
})
