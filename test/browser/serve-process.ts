import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { textAssets } from '../../scripts/text-assets.ts'
import { makeKeyText } from '../../src/store/keys/parse-keys.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

let building: Promise<string> | undefined

/** The command line as one folder of JavaScript: Node itself does not read the pages' JSX. */
async function buildCommand(): Promise<string> {
  const outdir = join(checkout, 'node_modules/.cache/checkwright', `served-${process.pid}`)
  await build({
    ...{ absWorkingDir: checkout, entryPoints: ['src/cli/bin.ts'], outdir, bundle: true, splitting: true },
    ...{ format: 'esm', platform: 'node', target: 'node22', packages: 'external', logLevel: 'error' },
    alias: { checkwright: './src/index.ts', 'checkwright/questions': './src/questions/index.ts' },
    plugins: [textAssets],
  })
  // Loaded as files, wherever the chunk is that wants them.
  for (const name of ['shared-suffixes.json', 'public-mail-domains.json'])
    copyFileSync(join(checkout, 'src/define/rules', name), join(outdir, name))
  return join(outdir, 'bin.js')
}

/** The whole `checkwright serve` as a process of its own, on an empty store in a folder of its own. */
export async function startServeProcess(args: readonly string[] = []) {
  building ??= buildCommand()
  const bin = await building
  const cwd = mkdtempSync(join(tmpdir(), 'checkwright-served-'))
  const env = { PATH: process.env.PATH, HOME: cwd, CHECKWRIGHT_KEYS: makeKeyText() }
  const begin = (given: readonly string[]) => spawn(process.execPath, [bin, ...given], { cwd, env })
  const child = begin(['serve', '--port', '0', '--json', '--log-level', 'error', ...args])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'close')
    rmSync(cwd, { recursive: true, force: true })
    rmSync(join(bin, '..'), { recursive: true, force: true })
    building = undefined
  })
  child.stderr.pipe(process.stderr)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  /** Another command on the same store. @returns its JSON */
  const run = async (...given: readonly string[]): Promise<Readonly<Record<string, string>>> => {
    const command = begin([...given, '--json'])
    command.stdin.end()
    const [out, problem] = await Promise.all([text(command.stdout), text(command.stderr)])
    if (out === '') throw new Error(`checkwright ${given.join(' ')}: ${problem}`)
    return JSON.parse(out)
  }
  return { ...(JSON.parse(line) as { readonly url: string; readonly signInUrl: string }), run, cwd }
}
