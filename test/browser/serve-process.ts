import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { locateCommand } from '../setup/locate-command.ts'

/** The whole `checkwright serve` as a process of its own, on an empty store in a folder of its own. */
export async function startServeProcess(args: readonly string[] = []) {
  const bin = await locateCommand()
  const cwd = mkdtempSync(join(tmpdir(), 'checkwright-served-'))
  const env = { PATH: process.env.PATH, HOME: cwd, CHECKWRIGHT_KEYS: makeKeyText() }
  const begin = (given: readonly string[]) => spawn(process.execPath, [bin, ...given], { cwd, env })
  const child = begin(['serve', '--port', '0', '--json', '--log-level', 'error', ...args])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'close')
    rmSync(cwd, { recursive: true, force: true })
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
